-- No email to a list before then: the person asked for a pause. Transactional emails come.
alter table subscribers add column paused_until timestamptz;

-- What readers of an account may choose on their page of preferences.
create table preference_pages (
  account_id bigint primary key,
  -- Lists that anybody may join there, in their order, as JSON: [{ "id": 1, "often": "Weekly" }].
  offered_lists text not null,
  -- 'name' and data fields as 'DD3', in their order.
  offered_fields text[] not null
);
