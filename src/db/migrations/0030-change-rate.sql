-- How many changes the process that reported last had in a second: words wait while there are many.
alter table word_progress add column changes_a_second int not null default 0;
