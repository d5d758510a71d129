-- How many different people clicked a URL that several links of an email lead to, when their rows
-- are removed: [{"url", "clickers"}]. Of one link hit_totals has it.
alter table sending_counts add column link_people jsonb not null default '[]';
