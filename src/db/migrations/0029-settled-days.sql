-- How many joined on a day that is over, there still or not: final, so it is counted once.
alter table list_days add column settled int;
