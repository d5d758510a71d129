-- How many calls a minute a key may make; null: as many as the installation lets every caller make.
alter table api_keys add column calls_per_minute integer;
