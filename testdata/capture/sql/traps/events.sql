CREATE DATABASE events; USE events; SET timestamp=1700000000;
CREATE TABLE q (id INT PRIMARY KEY);
SET binlog_rows_query_log_events=ON;
-- Texts of 255, 256, 300 and 70000 bytes.
INSERT INTO q VALUES (255) /* xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx */;
INSERT INTO q VALUES (256) /* xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx */;
INSERT INTO q VALUES (300) /* xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx */;
SET binlog_transaction_compression=ON;
SET @long=CONCAT('INSERT INTO q VALUES (70000) /* ', REPEAT('x', 69965), ' */');
PREPARE p FROM @long; EXECUTE p;
SET binlog_transaction_compression=OFF, binlog_rows_query_log_events=OFF;
-- A tag of 32 characters.
SET gtid_next='AUTOMATIC:a_tag_which_is_thirty_two_chars_';
INSERT INTO q VALUES (32);
SET gtid_next='AUTOMATIC';
