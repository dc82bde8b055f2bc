-- Compressed transactions: of one row, and one of 100.
-- A table of 8 columns with JSON and utf8mb4, with 1000 rows, and a procedure that changes it row by row.
CREATE DATABASE shop DEFAULT CHARSET utf8mb4; USE shop;
SET sql_log_bin = 0;
CREATE TABLE orders (id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '',
  pad CHAR(60) NOT NULL DEFAULT '', amount DECIMAL(12,2) NOT NULL, ts DATETIME(6) NOT NULL, attrs JSON,
  name VARCHAR(100) CHARACTER SET utf8mb4, KEY k_1 (k)) ENGINE=InnoDB;
CREATE FUNCTION digits() RETURNS CHAR(11) NO SQL RETURN LPAD(FLOOR(RAND() * 1e11), 11, '0');
SET cte_max_recursion_depth = 1000;
INSERT INTO orders (k, c, pad, amount, ts, attrs, name)
  WITH RECURSIVE q (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM q WHERE n < 1000)
  SELECT n, CONCAT_WS('-', digits(), digits(), digits(), digits(), digits(), digits(), digits(), digits(), digits(), digits()),
    CONCAT_WS('-', digits(), digits(), digits(), digits(), digits()), n + 0.25, NOW(6),
    JSON_OBJECT('status', 'new', 'qty', n MOD 37, 'price', n * 3.25, 'tags', JSON_ARRAY('a', 'b', n)), CONCAT('José García ', n) FROM q;
DELIMITER //
CREATE PROCEDURE one_row_transactions(IN n INT)
BEGIN
  DECLARE i INT DEFAULT 0;
  DECLARE r DOUBLE;
  DECLARE changed INT UNSIGNED;
  DECLARE c_text CHAR(120);
  WHILE i < n DO
    SET r = RAND(), changed = 1 + FLOOR(RAND() * 1000);
    SET c_text = CONCAT_WS('-', digits(), digits(), digits(), digits(), digits(), digits(), digits(), digits(), digits(), digits());
    IF r < 0.4 THEN
      INSERT INTO orders (k, c, pad, amount, ts, attrs, name)
        VALUES (FLOOR(r * 1000000), c_text, LEFT(REVERSE(c_text), 59), ROUND((r - 0.2) * 1e6, 2), NOW(6),
          JSON_OBJECT('status', ELT(1 + (i MOD 4), 'new', 'paid', 'shipped', 'done'), 'qty', i MOD 37, 'price', ROUND(r * 999, 2),
            'tags', JSON_ARRAY('a', 'b', i)),
          CONCAT(ELT(1 + (i MOD 5), 'Ünïcode Näme ', 'José García ', 'Анна Петрова ', '山田太郎 ', 'Smith, J. '), i));
    ELSEIF r < 0.8 THEN
      UPDATE orders SET k = k + 1, c = c_text, ts = NOW(6), amount = amount + 1.25, attrs = JSON_SET(attrs, '$.qty', i) WHERE id = changed;
    ELSE
      DELETE FROM orders WHERE id = changed;
    END IF;
    SET i = i + 1;
  END WHILE;
END //
DELIMITER ;
SET sql_log_bin = 1;
RESET BINARY LOGS AND GTIDS;

SET binlog_transaction_compression = ON;
CALL one_row_transactions(40);
INSERT INTO orders (k, c, pad, amount, ts, attrs, name) SELECT k, c, pad, amount, ts, attrs, name FROM orders LIMIT 100;
