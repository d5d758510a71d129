-- Who made an API key: it has at most the rights that its maker has at each call.
alter table api_keys
  -- A person of the account, the account itself by its own password, or a command on the server.
  add column maker_kind text not null default 'account',
  -- Of a person. Whoever is no member any more leaves a key nothing.
  add column maker_id bigint;

-- The audit log knows the makers of keys that exist; a key that another key made has its maker.
-- What the log does not know was made by the account.
with recursive made as (
  select account_id, object_id, actor_kind, actor_id from audit_entries
  where action = 'api-key.add'
), known as (
  select account_id, object_id, actor_kind, actor_id, 0 as steps from made
  where actor_kind in ('person', 'command')
  union all
  select m.account_id, m.object_id, k.actor_kind, k.actor_id, k.steps + 1
  from known k join made m on m.account_id = k.account_id
    and m.actor_kind = 'key' and m.actor_id::text = k.object_id
  where k.steps < 100
)
update api_keys a set maker_kind = k.actor_kind,
  maker_id = case when k.actor_kind = 'person' then k.actor_id end
from known k
where k.account_id = a.account_id and k.object_id = a.id::text;

alter table api_keys alter column maker_kind drop default;
