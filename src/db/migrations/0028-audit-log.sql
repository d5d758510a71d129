-- Who changed what: written in the transaction of the change. Nothing changes it but erasing, which
-- takes an address out, and the end of its time. What belongs to the installation has account 0.
create table audit_entries (
  account_id bigint not null,
  -- Ordered by time, made by the process: a counter would make changes wait for each other.
  id text not null,
  at timestamptz not null default now(),
  actor_kind text not null,
  -- Of a person or an API key.
  actor_id bigint,
  actor_name text not null,
  peer text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  -- The values that the change concerned: without secrets and contents of emails.
  old_values jsonb,
  new_values jsonb,
  primary key (account_id, id)
);

create index audit_entries_of_object on audit_entries (account_id, object_kind, object_id, id);
create index audit_entries_by_time on audit_entries (account_id, at);
