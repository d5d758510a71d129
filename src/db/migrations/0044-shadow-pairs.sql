-- Pairs of ids are looked up from either side, for each call.
create index shadow_ids_by_new on shadow_ids (account_id, new_id);

-- Who is on a list here because a call to the old service was repeated. A copy takes them off when
-- they have left there and that call was missed; nobody else is taken off for not being there.
create table shadow_joins (
  account_id bigint not null,
  list_id int not null,
  subscriber_id bigint not null,
  primary key (account_id, list_id, subscriber_id)
);
