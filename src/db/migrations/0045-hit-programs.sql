-- Mail programs of the hits of a sending whose month is dropped: counted as it is dropped.
create table hit_programs (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  kind text not null check (kind in ('view', 'click')),
  agent text not null,
  times bigint not null,
  primary key (account_id, source_kind, source_id, kind, agent)
);
