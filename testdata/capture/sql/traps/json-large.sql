CREATE DATABASE json_large; USE json_large; SET timestamp=1700000000;
CREATE TABLE large (id INT PRIMARY KEY, j JSON);
SET binlog_transaction_compression=ON, binlog_transaction_compression_level_zstd=22;
SET SESSION group_concat_max_len=10000000, cte_max_recursion_depth=200000;
INSERT INTO large SELECT 1, CONCAT('[', (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<99999) SELECT GROUP_CONCAT(i ORDER BY i) FROM n), ']');
INSERT INTO large SELECT 2, JSON_OBJECT('text', REPEAT('0123456789', 7000), 'int32', -70000, 'uint32', 4000000000, 'null', null, 'true', true, 'false', false, 'int16', -5, 'double', 2.5e0);
