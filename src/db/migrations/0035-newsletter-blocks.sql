-- Newsletters of blocks, in folders and archived; working copies; who saved a version; the brand.
alter table newsletters drop constraint newsletters_kind_check;
alter table newsletters
  add constraint newsletters_kind_check check (kind in ('html', 'mjml', 'template', 'blocks')),
  -- Empty: in none.
  add column folder text not null default '',
  add column archived_at timestamptz;

-- Empty: nobody in particular, or before it was noted.
alter table newsletter_versions
  add column actor_kind text not null default '',
  add column actor_id bigint,
  add column actor_name text not null default '';

-- What is written and not yet a version.
create table newsletter_working_copies (
  account_id bigint not null,
  newsletter_id int not null,
  -- Changes with each save.
  tag text not null,
  -- The version that it was begun from.
  base_version int not null,
  -- As JSON.
  content text not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  modified_at timestamptz not null default now(),
  primary key (account_id, newsletter_id)
);

create table brands (
  account_id bigint not null,
  -- As JSON.
  brand text not null,
  modified_at timestamptz not null default now(),
  primary key (account_id)
);
