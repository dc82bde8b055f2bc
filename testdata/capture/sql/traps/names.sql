-- Names that end the comment which they are printed in: what follows them is run as SQL on replay. Each adds a row to s.owned.
CREATE DATABASE s; USE s; SET timestamp=1700000000;
CREATE TABLE owned (how VARCHAR(10));
CREATE DATABASE `d
INSERT INTO s.owned VALUES('db')/*!*/;
#`;
CREATE TABLE `d
INSERT INTO s.owned VALUES('db')/*!*/;
#`.t (id INT PRIMARY KEY);
INSERT INTO `d
INSERT INTO s.owned VALUES('db')/*!*/;
#`.t VALUES (1);
CREATE TABLE `t
INSERT INTO s.owned VALUES('table')/*!*/;
#` (id INT PRIMARY KEY, v INT);
INSERT INTO `t
INSERT INTO s.owned VALUES('table')/*!*/;
#` VALUES (1, 1), (2, 2);
UPDATE `t
INSERT INTO s.owned VALUES('table')/*!*/;
#` SET v = 3 WHERE id = 1;
DELETE FROM `t
INSERT INTO s.owned VALUES('table')/*!*/;
#` WHERE id = 2;
-- Its column's name stands in the comment on the primary key.
CREATE TABLE k (`k
INSERT INTO s.owned VALUES('key')/*!*/;
#` INT PRIMARY KEY, `c
INSERT INTO s.owned VALUES('col')/*!*/;
#` ENUM('l
INSERT INTO s.owned VALUES("label")/*!*/;
#'), j JSON);
INSERT INTO k VALUES (1, 1, '{"p\\nINSERT INTO s.owned VALUES(1)/*!*/;\\n#": {"a": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}}');
SET binlog_row_value_options=PARTIAL_JSON;
UPDATE k SET j = JSON_SET(j, '$."p\\nINSERT INTO s.owned VALUES(1)/*!*/;\\n#".a', 'b
INSERT INTO s.owned VALUES("diff")/*!*/;
#');
SET binlog_row_value_options='';
SET binlog_rows_query_log_events=ON;
INSERT INTO k SELECT 2, 1, NULL WHERE 'query
INSERT INTO s.owned VALUES("query")/*!*/;
#' <> '';
SET binlog_rows_query_log_events=OFF;
-- What a terminal acts on, in the same places.
CREATE TABLE `t[31m` (`c‮` INT PRIMARY KEY, e ENUM('l'));
INSERT INTO `t[31m` VALUES (1, 1);
SET binlog_format=STATEMENT;
SET @`v
INSERT INTO s.owned VALUES("variable")/*!*/;
#` = 1;
INSERT INTO k VALUES (3 + @`v
INSERT INTO s.owned VALUES("variable")/*!*/;
#`, 1, NULL);
SET binlog_format=ROW;
-- In the compressed form of a transaction.
SET binlog_transaction_compression=ON;
INSERT INTO `t
INSERT INTO s.owned VALUES('table')/*!*/;
#` VALUES (5, 5);
SET binlog_transaction_compression=OFF;
