-- How long the receiver of a webhook took to answer the last try.
alter table webhook_events add column took_millis int;
