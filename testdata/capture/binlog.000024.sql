-- The story of testdata/binlog.000024: one table, one statement of each kind.
CREATE DATABASE people;
USE people;
CREATE TABLE person (
  id         INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name       VARCHAR(60) CHARACTER SET utf8mb4 NOT NULL,
  birthday   DATE,
  status     ENUM('invited','active','blocked') NOT NULL DEFAULT 'invited',
  profile    JSON,
  balance    DECIMAL(10,2) NOT NULL DEFAULT 0.00,
  created_at TIMESTAMP(3) NOT NULL
);
INSERT INTO person (name, birthday, status, profile, balance, created_at) VALUES
  ('Grace Whitfield', '1981-06-09', 'active', '{"city": "Chicago", "tags": ["author", "historian"]}', 1250.00, '2024-02-29 09:15:00.125'),
  ('José Ñúñez', '1993-11-30', 'invited', '{"city": "Málaga", "newsletter": true}', 0.00, '2024-02-29 09:16:30.500'),
  ('Robert Miller', NULL, 'blocked', NULL, -17.25, '2024-03-01 00:00:00.000');
UPDATE person SET status = 'active', balance = balance + 99.95 WHERE name = 'José Ñúñez';
DELETE FROM person WHERE status = 'blocked';
FLUSH LOGS;
