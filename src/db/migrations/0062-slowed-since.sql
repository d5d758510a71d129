-- Since when a provider gets emails more slowly; null: it was slowed before this was kept.
alter table route_slowdowns add column since timestamptz;
