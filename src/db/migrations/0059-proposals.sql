-- Proposals: what an assistant would send, start or change, until a member releases or refuses it.
-- docs/decisions/0101-staged-actions.md.
create table proposals (
  account_id bigint not null,
  id int not null,
  -- sending, trigger, change.
  kind text not null,
  -- The input of its action, as JSON.
  input text not null,
  -- Of kind, input and proposer: the same proposal is open once.
  digest text not null,
  -- What it rests on as it was then, as JSON: subject, lists, filters, versions.
  facts text not null,
  -- How many it was about then.
  head_count int not null,
  -- What the proposer says about it.
  note text not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  -- open, released, refused, expired.
  state text not null default 'open',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_kind text not null default '',
  decided_id bigint,
  decided_name text not null default '',
  -- Of a refusal, for the proposer.
  words text not null default '',
  -- Of the call that released it.
  release_id uuid,
  -- What it has made: a sending, a trigger, a bulk job.
  result_id int,
  primary key (account_id, id)
);

create unique index proposals_open on proposals (account_id, digest) where state = 'open';
