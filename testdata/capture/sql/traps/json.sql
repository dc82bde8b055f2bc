CREATE DATABASE json; USE json; SET timestamp=1700000000, time_zone='+00:00';
CREATE TABLE docs (id INT PRIMARY KEY, j JSON);
INSERT INTO docs VALUES (1, '{"bitrate": {"": 0}}'), (2, '{"todo": {"complete": false}}'), (3, 'null'), (4, NULL), (5, '{}'), (6, '""');
-- Values changed in their place: what is shorter leaves a hole, what is longer goes behind it.
INSERT INTO docs VALUES (10, '{"a": "aaaaaaaaaaaaaaaaaaaa", "b": [1, 2, {"c": "cccccccccc"}], "d": 70000}');
UPDATE docs SET j = JSON_SET(j, '$.a', 'short') WHERE id = 10;
UPDATE docs SET j = JSON_SET(j, '$.b[2].c', 'x') WHERE id = 10;
UPDATE docs SET j = JSON_REMOVE(j, '$.b[0]') WHERE id = 10;
UPDATE docs SET j = JSON_SET(j, '$.a', 1, '$.d', 'dd') WHERE id = 10;
CREATE TABLE opaque (id INT PRIMARY KEY, j JSON);
INSERT INTO opaque VALUES (1, JSON_ARRAY(CAST(-57.1234 AS DECIMAL(11,4)), CAST(0 AS DECIMAL(64,16)), CAST(0.000000001 AS DECIMAL(18,9)))),
  (2, JSON_ARRAY(DATE'2024-02-29', TIME'-16:08:04.010123', TIMESTAMP'2024-02-29 01:02:03.000001', TIME'-00:00:00.01', TIME'838:59:59')),
  (3, JSON_ARRAY(CAST(x'00ff' AS BINARY), b'101010101')),
  (4, JSON_ARRAY(REPEAT('a', 127), REPEAT('b', 128), REPEAT('c', 16384))), (5, JSON_ARRAY(CAST(REPEAT(x'ff', 200) AS BINARY)));
CREATE TABLE numbers (id INT PRIMARY KEY, j JSON);
INSERT INTO numbers VALUES (1, '[1.0, -0.0, 100.0, 0.1, 1e10, 1e15, 1e16, 1e300, 1e-7, 5e-324, 1.7976931348623157e308]'),
  (2, '[9223372036854775807, -9223372036854775808, 9223372036854775808, 18446744073709551615, 18446744073709551616]'),
  (3, '[32767, -32768, 32768, 65535, 65536, 2147483647, -2147483648, 2147483648, 4294967295, 4294967296]');
CREATE TABLE partial (id INT PRIMARY KEY, j JSON, k JSON, n JSON, i INT);
INSERT INTO partial VALUES (1, '{"name": "a name that is long enough for a partial update to be worth it", "n": 1}', '{"full": false}', NULL, 0),
  (2, '[1, 2, 3, "this text is long enough, too, as the others are all about the same"]', NULL, '{}', 0);
SET binlog_row_value_options=PARTIAL_JSON;
UPDATE partial SET j = JSON_SET(j, '$.n', 2), k = '{"full": true}', i = 1 WHERE id = 1;
UPDATE partial SET j = JSON_REMOVE(JSON_REPLACE(j, '$[0]', 'one'), '$[1]'), i = 2 WHERE id = 2;
UPDATE partial SET i = i + 10;
SET binlog_row_value_options='';
-- NULL squeezed into a column that takes none.
SET sql_mode='';
CREATE TABLE squeezed (id INT, j JSON NOT NULL);
INSERT INTO squeezed VALUES (1, '1'), (2, NULL);
SET sql_mode=DEFAULT;
