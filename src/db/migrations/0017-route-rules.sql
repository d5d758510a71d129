-- Belongs to nobody: which emails a route takes. A column that is null is not asked for; a route
-- with rules takes nothing else.
create table route_rules (
  id int primary key,
  route_id int not null,
  of_account bigint,
  of_list bigint,
  kind text check (kind in ('newsletter', 'test', 'trigger', 'transaction', 'reply')),
  sender_domain text,
  check (num_nonnulls(of_account, of_list, kind, sender_domain) > 0),
  check (of_list is null or of_account is not null)
);
