-- Templates with slots; what newsletters are written in, their versions, and the pictures that travel with letters.

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

-- `html` is what letters are composed of. It was made from `source`, which is HTML, MJML, or the slots of a template.
alter table newsletters add column kind text not null default 'html' check (kind in ('html', 'mjml', 'template'));

alter table newsletters add column source text not null default '';

alter table newsletters add column template_id int;

alter table newsletters add column template_version int;

alter table newsletters add column slots jsonb not null default '{}';

alter table newsletters add column inlined boolean not null default true;

alter table newsletters add column pictures jsonb not null default '[]';

alter table newsletters add column version int not null default 1;

update newsletters set source = html;

-- Every save of a newsletter: all that a person wrote, to be looked at and taken back.
create table newsletter_versions (
  account_id bigint not null,
  newsletter_id int not null,
  version int not null,
  draft jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, newsletter_id, version)
);

insert into newsletter_versions (account_id, newsletter_id, version, draft, created_at)
select account_id, id, version, jsonb_build_object('name', name, 'subject', subject, 'preheader', preheader, 'kind', kind, 'source', source,
  'templateId', template_id, 'templateVersion', template_version, 'slots', slots, 'inlined', inlined, 'html', html, 'text', text,
  'fromName', from_name, 'fromEmail', from_email, 'replyTo', reply_to, 'listId', list_id, 'pictures', pictures), modified_at
from newsletters;

-- Pictures that are parts of letters, named by a hash of their bytes; never changed.
create table letter_pictures (
  account_id bigint not null,
  hash text not null,
  type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);
