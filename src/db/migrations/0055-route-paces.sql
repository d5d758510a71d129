-- What a relay was found to take, whoever the recipients are: emails a second over all workers,
-- the reply that said so, and since when. Until quota_until its quota of the hour or day is used
-- up. A connection takes learned_per_connection emails; null: no such limit was met.
alter table routes add column pace_per_second float8, add column pace_reply text,
  add column pace_at timestamptz, add column quota_until timestamptz,
  add column learned_per_connection int;
