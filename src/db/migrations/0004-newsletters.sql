-- Templates with slots; what newsletters are written in, their versions, and the pictures that
-- travel with emails.

create table templates (
  account_id bigint not null,
  id int not null,
  name text not null,
  description text not null default '',
  -- Active ones are offered for new newsletters.
  active boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (account_id, id)
);

-- What a template is, version by version. Newsletters keep to the version they were made from.
create table template_versions (
  account_id bigint not null,
  template_id int not null,
  version int not null,
  kind text not null check (kind in ('html', 'mjml')),
  source text not null,
  -- The pictures it names by file: [{path, hash, type}].
  pictures jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (account_id, template_id, version)
);

-- `html` is what emails are composed of. It was made from `source`, which is HTML, MJML, or the
-- slots of a template.
create table newsletters (
  account_id bigint not null,
  id int not null,
  name text not null,
  subject text not null,
  preheader text not null default '',
  html text not null,
  -- Empty: made from the HTML when an email is written.
  text text not null default '',
  -- Empty: those of the list it is sent to.
  from_name text not null default '',
  from_email text not null default '',
  reply_to text not null default '',
  list_id int,
  kind text not null default 'html' check (kind in ('html', 'mjml', 'template', 'blocks')),
  source text not null default '',
  template_id int,
  template_version int,
  slots jsonb not null default '{}',
  inlined boolean not null default true,
  pictures jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  -- Empty: in none.
  folder text not null default '',
  archived_at timestamptz,
  primary key (account_id, id)
);

-- Every save of a newsletter: all that a person wrote, to be looked at and taken back.
create table newsletter_versions (
  account_id bigint not null,
  newsletter_id int not null,
  version int not null,
  draft jsonb not null,
  created_at timestamptz not null default now(),
  -- Empty: nobody in particular, or before it was noted.
  actor_kind text not null default '',
  actor_id bigint,
  actor_name text not null default '',
  primary key (account_id, newsletter_id, version)
);

-- Pictures that are parts of emails, named by a hash of their bytes; never changed.
create table message_pictures (
  account_id bigint not null,
  hash text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);

-- Addresses that test emails go to, by the name of their group.
create table test_groups (
  account_id bigint not null,
  name text not null,
  email text not null,
  primary key (account_id, name, email)
);

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
