CREATE DATABASE `rows`; USE `rows`; SET timestamp=1700000000;
CREATE TABLE few (a INT, b BLOB, c CHAR(2), d INT, e INT UNSIGNED);
CREATE TABLE twelve (c1 INT, c2 INT, c3 INT, c4 INT, c5 INT, c6 INT, c7 INT, c8 INT, c9 INT UNSIGNED, c10 CHAR(3), c11 BLOB, c12 VARCHAR(300));
SET binlog_row_image=MINIMAL;
INSERT INTO few (a, c, e) VALUES (-1, 'cc', 4294967295), (NULL, NULL, NULL);
INSERT INTO twelve (c2, c9, c12) VALUES (2, 4294967295, NULL), (NULL, NULL, 'twelve');
SET binlog_row_image=FULL;
INSERT INTO few VALUES (NULL, NULL, NULL, NULL, NULL);
-- Two tables in one statement, and rows of another by a trigger.
CREATE TABLE one (id INT PRIMARY KEY, v INT); CREATE TABLE two (id INT PRIMARY KEY, v VARCHAR(10));
INSERT INTO one VALUES (1, 10), (2, 20); INSERT INTO two VALUES (1, 'x'), (2, 'y');
UPDATE one, two SET one.v = one.v + 1, two.v = CONCAT(two.v, '!') WHERE one.id = two.id;
CREATE TABLE logged (m VARCHAR(10));
CREATE TRIGGER t AFTER DELETE ON one FOR EACH ROW INSERT INTO logged VALUES (CONCAT('gone ', OLD.id));
DELETE FROM one WHERE id = 1;
CREATE TABLE gen (id INT PRIMARY KEY, a INT, v INT AS (a * 2) VIRTUAL, s INT AS (a * 3) STORED, KEY (v));
INSERT INTO gen (id, a) VALUES (1, 10);
UPDATE gen SET a = 11;
CREATE TABLE grandparent (id INT PRIMARY KEY);
CREATE TABLE parent (id INT PRIMARY KEY, g INT, FOREIGN KEY (g) REFERENCES grandparent (id) ON DELETE CASCADE);
CREATE TABLE child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES parent (id) ON DELETE SET NULL);
INSERT INTO grandparent VALUES (1); INSERT INTO parent VALUES (10, 1); INSERT INTO child VALUES (100, 10);
DELETE FROM grandparent;
SET sql_generate_invisible_primary_key=ON;
CREATE TABLE invisible (a INT);
INSERT INTO invisible VALUES (5);
SET sql_generate_invisible_primary_key=OFF;
CREATE TABLE places (p POINT SRID 4326, q POINT SRID 0);
INSERT INTO places VALUES (ST_GeomFromText('POINT(59.3 18.1)', 4326), ST_GeomFromText('POINT(59.3 18.1)', 0));
CREATE TABLE vectors (v VECTOR(3), after_it INT, hidden INT INVISIBLE);
INSERT INTO vectors (v, after_it, hidden) VALUES (TO_VECTOR('[1, -2.5, 3.14]'), 7, 8);
CREATE TABLE parts (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (20), PARTITION p2 VALUES LESS THAN (30));
INSERT INTO parts VALUES (1);
UPDATE parts SET id = 25;
-- Names with line breaks.
CREATE DATABASE `schema
DROP DATABASE s;`;
CREATE TABLE `schema
DROP DATABASE s;`.`table
DROP TABLE t;` (`column
DROP TABLE c;` INT, `back``tick` INT);
INSERT INTO `schema
DROP DATABASE s;`.`table
DROP TABLE t;` VALUES (1, 2);
DROP DATABASE `schema
DROP DATABASE s;`;
