-- Since when a source takes nothing: its shop is asked to try again. Null: it takes events.
alter table event_sources add column paused_at timestamptz;
