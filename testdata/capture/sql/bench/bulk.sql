-- INSERTs of 100 rows, 40 columns of 24 types.
CREATE DATABASE bulk DEFAULT CHARSET utf8mb4; USE bulk;
SET sql_log_bin = 0, sql_mode = '', cte_max_recursion_depth = 1000;
CREATE TABLE seed (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, c_ti TINYINT, c_tiu TINYINT UNSIGNED, c_si SMALLINT,
  c_siu SMALLINT UNSIGNED, c_mi MEDIUMINT, c_miu MEDIUMINT UNSIGNED, c_i INT, c_iu INT UNSIGNED, c_bi BIGINT,
  c_biu BIGINT UNSIGNED, c_f FLOAT, c_d DOUBLE, c_dec1 DECIMAL(10,2), c_dec2 DECIMAL(30,10), c_bit1 BIT(1), c_bit20 BIT(20),
  c_date DATE, c_dt DATETIME, c_dt6 DATETIME(6), c_ts TIMESTAMP NULL, c_ts3 TIMESTAMP(3) NULL, c_t TIME, c_t6 TIME(6),
  c_y YEAR, c_ch CHAR(20), c_vc VARCHAR(40), c_vcu VARCHAR(300), c_bin BINARY(16), c_vb VARBINARY(32), c_tt TINYTEXT,
  c_tx TEXT, c_tb TINYBLOB, c_bl BLOB, c_en ENUM('new','paid','shipped','done'), c_set SET('a','b','c','d','e'), c_js JSON,
  c_mt MEDIUMTEXT, c_null INT, c_mx VARCHAR(50));
CREATE TABLE wide LIKE seed;
INSERT INTO seed (
  c_ti, c_tiu, c_si, c_siu, c_mi, c_miu, c_i, c_iu, c_bi, c_biu, c_f, c_d, c_dec1, c_dec2, c_bit1, c_bit20, c_date, c_dt,
  c_dt6, c_ts, c_ts3, c_t, c_t6, c_y, c_ch, c_vc, c_vcu, c_bin, c_vb, c_tt, c_tx, c_tb, c_bl, c_en, c_set, c_js, c_mt,
  c_null, c_mx)
  WITH RECURSIVE q (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM q WHERE n < 100) SELECT
    FLOOR(RAND()*256)-128, FLOOR(RAND()*256), FLOOR(RAND()*65536)-32768, FLOOR(RAND()*65536),
    FLOOR(RAND()*16000000)-8000000, FLOOR(RAND()*16000000), FLOOR(RAND()*4e9)-2000000000, FLOOR(RAND()*4e9),
    FLOOR(RAND()*9e18)-4500000000000000000, FLOOR(RAND()*9e18), RAND()*1000, RAND()*1e6, ROUND((RAND()-0.5)*1e7,2),
    ROUND((RAND()-0.5)*1e15,10), FLOOR(RAND()*2), FLOOR(RAND()*1000000),
    DATE_ADD('2000-01-01', INTERVAL FLOOR(RAND()*9000) DAY),
    DATE_ADD('2000-01-01', INTERVAL FLOOR(RAND()*700000000) SECOND),
    DATE_ADD('2000-01-01 00:00:00.000000', INTERVAL RAND()*700000000 SECOND), FROM_UNIXTIME(1e9+FLOOR(RAND()*700000000)),
    FROM_UNIXTIME(1e9+RAND()*700000000), SEC_TO_TIME(FLOOR((RAND()-0.5)*1600000)), SEC_TO_TIME((RAND()-0.5)*1600000),
    1950+FLOOR(RAND()*150), LEFT(SHA2(RAND(),256),FLOOR(RAND()*20)), LEFT(SHA2(RAND(),256),5+FLOOR(RAND()*35)),
    CONCAT('Zażółć gęślą jaźń ',LEFT(SHA2(RAND(),256),FLOOR(RAND()*30))), UNHEX(LEFT(SHA2(RAND(),256),32)),
    LEFT(UNHEX(SHA2(RAND(),256)),FLOOR(RAND()*32)), LEFT(SHA2(RAND(),256),FLOOR(RAND()*40)),
    CONCAT('The quick brown fox ',SHA2(RAND(),256),' it''s a \\n line'), UNHEX(LEFT(SHA2(RAND(),256),2*FLOOR(RAND()*20))),
    UNHEX(SHA2(RAND(),256)), 1+FLOOR(RAND()*4), FLOOR(RAND()*32),
    JSON_OBJECT('id',FLOOR(RAND()*1e6),'n',LEFT(SHA2(RAND(),256),8),'p',ROUND(RAND()*100,2),'t',JSON_ARRAY(1,true,NULL,'x')),
    CONCAT('note ',LEFT(SHA2(RAND(),256),FLOOR(RAND()*60))), NULL, IF(RAND()<0.5,NULL,LEFT(SHA2(RAND(),256),12))
  FROM q;
SET sql_log_bin = 1;
RESET BINARY LOGS AND GTIDS;

INSERT INTO wide SELECT * FROM seed;
