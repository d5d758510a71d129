-- The newest change that was missed: a copy that began later has brought it.
alter table shadow_calls add column missed_at timestamptz;
update shadow_calls set missed_at = last_at where missed > 0;
