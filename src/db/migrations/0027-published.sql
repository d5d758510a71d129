-- A list whose newsletters anybody may read. It is kept when it is not active any more.
create table publications (
  account_id bigint not null,
  list_id int not null,
  active boolean not null default false,
  -- Of its address: unique in the account, by publication_addresses.
  slug text not null,
  title text not null,
  description text not null default '',
  -- Search engines may list it.
  listed boolean not null default true,
  -- The sign-up form at the end.
  form_id int,
  -- The filters whose parts of an email the public sees.
  shown_filters int[] not null default '{}',
  -- Raised by each change of it and of its newsletters: pages are cached by it.
  revision int not null default 1,
  primary key (account_id, list_id)
);

-- The addresses that a publication ever had: old ones lead to the present one.
create table publication_addresses (
  account_id bigint not null,
  slug text not null,
  list_id int not null,
  primary key (account_id, slug)
);

-- A newsletter under a published list, by its number there, which is its address.
create table published_newsletters (
  account_id bigint not null,
  list_id int not null,
  number int not null,
  newsletter_id int not null,
  -- The sending that it was in. Null: it was never sent to this list.
  sending_id bigint,
  -- Its content, if that is not the one of the sending: published without it, or corrected.
  own_message jsonb,
  -- 'waiting': a tag that names a person has no fallback, so somebody has to decide.
  state text not null check (state in ('published', 'waiting', 'out')),
  -- As the public sees it; the picture as it is written in the email.
  title text not null,
  summary text not null,
  picture text not null,
  -- Tags that name a person and have no fallback.
  bare_tags text[] not null,
  published_at timestamptz not null,
  corrected_at timestamptz,
  primary key (account_id, list_id, number)
);
create unique index published_newsletters_of_sending on published_newsletters
  (account_id, list_id, sending_id) where sending_id is not null;
create index published_newsletters_newest on published_newsletters
  (account_id, list_id, published_at desc, number desc);
create index published_newsletters_of_newsletter on published_newsletters
  (account_id, newsletter_id);
