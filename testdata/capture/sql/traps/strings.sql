CREATE DATABASE strings; USE strings; SET timestamp=1700000000;
CREATE TABLE bins (id INT PRIMARY KEY, b BINARY(16), v VARBINARY(16), u CHAR(16));
INSERT INTO bins VALUES (1, x'00112233445566778899aabbccddee00', x'00112233445566778899aabbccddee00', 'trailing  '), (2, '', '', ''),
  (3, 'all text, 16 by.', 'text', 'text'), (4, 'text', 'text\0', 'text');
CREATE TABLE bytes (id INT PRIMARY KEY, bl BLOB, t TEXT CHARACTER SET latin1, u TEXT CHARACTER SET utf8mb4);
INSERT INTO bytes VALUES (1, x'fffe00', x'e9', x'c3a9'), (2, x'c3a9', x'c3a9', x'f09f9880');
CREATE TABLE mixed (l VARCHAR(10) CHARACTER SET latin1, g VARCHAR(10) CHARACTER SET gbk, u VARCHAR(10) CHARACTER SET utf8mb4,
  s VARCHAR(10) CHARACTER SET sjis, u16 VARCHAR(10) CHARACTER SET utf16, u2 CHAR(4) CHARACTER SET ucs2, u32 VARCHAR(4) CHARACTER SET utf32);
INSERT INTO mixed VALUES (x'a8a6', x'a8a6', x'c3a9', x'83bf', x'd83dde00', x'4e2d6587', x'0001f600');
CREATE TABLE cp1252 (v VARCHAR(300) CHARACTER SET latin1);
INSERT INTO cp1252 VALUES (x'80828384858687888a8b8c8e9192939495969798999a9b9c9e9f'), (x'818d8f909d');
CREATE TABLE labels (first VARCHAR(5), e16 ENUM('é', '中') CHARACTER SET utf16, i INT, s2 SET('à', '中', 'z') CHARACTER SET ucs2,
  el ENUM('é', '€') CHARACTER SET latin1, eg ENUM('中', '文') CHARACTER SET gbk, s SET('one', 'two', 'three'), e ENUM('A', 'B'));
INSERT INTO labels VALUES ('x', 2, 5, 3, 2, 1, 'two,three', 'B'), ('y', 1, 6, 'z,à', 1, 2, '', 'A');
SET sql_mode='';
INSERT INTO labels (first, e, s) VALUES ('bad', 'no such', 'no such');
SET sql_mode=DEFAULT;
SET SESSION group_concat_max_len=100000;
SET @members=(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<300) SELECT GROUP_CONCAT(QUOTE(CONCAT('v', i)) ORDER BY i) FROM n);
SET @q=CONCAT('CREATE TABLE many (id INT PRIMARY KEY, e ENUM(', @members, '), s9 SET(\'a\',\'b\',\'c\',\'d\',\'e\',\'f\',\'g\',\'h\',\'i\'))');
PREPARE p FROM @q; EXECUTE p;
INSERT INTO many VALUES (1, 'v1', 'i'), (2, 'v255', 'a,h'), (3, 'v256', 'h,i'), (4, 'v300', 'a,b,c,d,e,f,g,h,i');
CREATE TABLE wide (c255 CHAR(255) CHARACTER SET utf8mb4, c64 CHAR(64) CHARACTER SET utf8mb4, c100 CHAR(100) CHARACTER SET utf8mb3, c255l CHAR(255) CHARACTER SET latin1);
INSERT INTO wide VALUES (REPEAT('中', 255), REPEAT('é', 64), REPEAT('x', 100), REPEAT('y', 255)), ('a', 'b', 'c', 'd');
CREATE TABLE packed (id INT PRIMARY KEY, b BINARY(4), l VARCHAR(10) CHARACTER SET latin1, e ENUM('é') CHARACTER SET latin1, s CHAR(255) CHARACTER SET utf8mb4,
  n DECIMAL(11,4), t TIME(6), d DATETIME(6), j JSON, bt BIT(9), u BIGINT UNSIGNED, bl BLOB);
INSERT INTO packed VALUES (1, x'0100', x'e9', 1, REPEAT('中', 100), -57.1234, '-16:08:04.010123', '2024-02-29 01:02:03.000001',
  '{"a": [1, 2.5]}', 511, 18446744073709551615, x'00ff');
SET binlog_transaction_compression=ON;
DELETE FROM packed;
INSERT INTO packed VALUES (1, x'0100', x'e9', 1, REPEAT('中', 100), -57.1234, '-16:08:04.010123', '2024-02-29 01:02:03.000001',
  '{"a": [1, 2.5]}', 511, 18446744073709551615, x'00ff');
SET binlog_transaction_compression=OFF;
CREATE TABLE quotes (v VARCHAR(100));
INSERT INTO quotes VALUES ('NUL \0 backslash \\ quote \' delimiter /*!*/; end'), ('bell \x07 escape [31m tab \t line\nbreak');
-- Statements in the bytes of the client's character set.
SET binlog_format=STATEMENT;
CREATE TABLE said (v VARCHAR(20));
SET NAMES gbk;
INSERT INTO said VALUES ('����');
SET NAMES latin1;
INSERT INTO said VALUES ('caf�');
