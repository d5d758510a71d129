-- How many of those who joined on this day were taken off again by undoing their import: they count
-- neither as having joined nor, in `departed`, as having left.
alter table list_days add column undone int not null default 0;
