-- Hits: opens and clicks as they came, what each was judged to be, and the counts kept up to date
-- with them. docs/decisions/0019-hits.md tells which table answers which question.

-- Lists whose emails are tracked without keeping who it was. A sending made before `until` stays
-- anonymous for good.
create table anonymous_lists (
  account_id bigint not null,
  list_id int not null,
  until timestamptz not null default 'infinity',
  primary key (account_id, list_id)
);

-- The links of a sending, a trigger step or a transaction project, as written in the newsletter;
-- kept when its emails are made.
create table links (
  account_id bigint not null,
  source_kind smallint not null check (source_kind in (1, 2, 3)),
  source_id bigint not null,
  number int not null,
  target text not null,
  primary key (account_id, source_kind, source_id, number)
);

-- Hits as they were answered, until fold_hits() counts them: durable at once, counted a moment later.
-- What came together is one row: for each column of a hit an array with the values of all. The
-- row's id is that of its first hit.
create table hit_arrivals (
  account_id bigint not null,
  id bigint not null,
  arrived_at timestamptz not null default now(),
  ids bigint[] not null,
  kinds text[] not null,
  source_kinds smallint[] not null,
  source_ids bigint[] not null,
  delivery_ids bigint[] not null,
  link_numbers int[] not null,
  -- Milliseconds since 1970.
  moments bigint[] not null,
  verdicts text[] not null,
  reasons text[] not null,
  agents text[] not null,
  networks text[] not null,
  primary key (account_id, id)
);

-- One open or click. A click of a person who has not been seen to open the email has an open
-- beside it, of the same id, reason "click".
create table hits (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  kind text not null check (kind in ('view', 'click')),
  at timestamptz not null,
  id bigint not null,
  -- Null: tracked anonymously.
  delivery_id bigint,
  -- 0: the pixel, or the trap.
  link int not null default 0,
  verdict text not null check (verdict in ('person', 'image proxy', 'privacy prefetch', 'scanner')),
  reason text not null,
  -- Kinds of programs and networks; neither user agent nor address is kept.
  agent text not null default '',
  network text not null default '',
  primary key (account_id, source_kind, source_id, kind, at, id)
) partition by range (at);

-- What one email's hits around a moment were is asked for each one that is judged: with the moment
-- in it, no other index looks better while nothing is known of the tables.
create index hits_of_delivery_at on hits (account_id, source_kind, source_id, delivery_id, at)
  where delivery_id is not null;

-- Workers make the months ahead; what has no month yet lies here.
create table hits_default partition of hits default;

-- What people did with one email.
create table engagements (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  delivery_id bigint not null,
  views int not null default 0,
  first_view_at timestamptz,
  last_view_at timestamptz,
  clicks int not null default 0,
  first_click_at timestamptz,
  last_click_at timestamptz,
  primary key (account_id, source_kind, source_id, delivery_id)
) with (fillfactor = 80);

-- Of sendings and triggers the delivery is the subscriber: everything that one person did.
create index engagements_of_person on engagements (account_id, delivery_id)
  where source_kind in (1, 2);

-- Which links of an email people clicked.
create table clicked_links (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  link int not null,
  delivery_id bigint not null,
  clicks int not null default 0,
  first_click_at timestamptz not null,
  last_click_at timestamptz not null,
  primary key (account_id, source_kind, source_id, link, delivery_id)
) with (fillfactor = 80);

create index clicked_links_of_person on clicked_links (account_id, delivery_id)
  where source_kind in (1, 2);

-- Counts of a sending: kind "view", and kind "click" for each link and, as link 0, for all of them.
-- `by_people` and `messages` are those of people, `messages` each email once; `by_all` includes
-- machines too. Tracked anonymously, `messages` stays 0.
create table hit_totals (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  kind text not null check (kind in ('view', 'click')),
  link int not null,
  by_all bigint not null default 0,
  by_people bigint not null default 0,
  messages bigint not null default 0,
  first_at timestamptz,
  last_at timestamptz,
  primary key (account_id, source_kind, source_id, kind, link)
) with (fillfactor = 50);

-- The same by hour (UTC); `messages` are those whose first time it was.
create table hit_hours (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  hour timestamptz not null,
  kind text not null check (kind in ('view', 'click')),
  link int not null,
  by_all bigint not null default 0,
  by_people bigint not null default 0,
  messages bigint not null default 0,
  primary key (account_id, source_kind, source_id, hour, kind, link)
) with (fillfactor = 50);

-- Emails to be looked at once more when the hold is over: many clicks at once, a HEAD before the
-- GET, the trap followed.
create table hit_suspicions (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  delivery_id bigint not null,
  reason text not null check (reason in ('sweep', 'head', 'trap', 'flood')),
  from_at timestamptz not null,
  until_at timestamptz not null,
  agent text not null,
  network text not null,
  due timestamptz not null,
  primary key (account_id, source_kind, source_id, delivery_id, reason)
);

create index hit_suspicions_due on hit_suspicions (due);

-- What was bought after a click. `key` says what is counted once: an order of the account, or,
-- without an order number, a click.
create table conversions (
  account_id bigint not null,
  key text not null,
  at timestamptz not null default now(),
  source_kind smallint not null,
  source_id bigint not null,
  link int not null,
  -- Null: tracked anonymously.
  delivery_id bigint,
  clicked_at timestamptz not null,
  order_number text not null default '',
  value numeric not null,
  -- ISO 4217, or empty.
  currency text not null default '',
  primary key (account_id, key)
);

create index conversions_of_source on conversions (account_id, source_kind, source_id, at);

create table conversion_totals (
  account_id bigint not null,
  source_kind smallint not null,
  source_id bigint not null,
  link int not null,
  currency text not null,
  closures bigint not null default 0,
  value numeric not null default 0,
  primary key (account_id, source_kind, source_id, link, currency)
);

-- What programs show when they report conversions from server to server. The key itself is known to
-- nobody but them.
create table conversion_keys (
  account_id bigint not null,
  hash text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);

-- What is not tracked: its emails have no pixel, and links as they were written. Of newsletter, list
-- and project one is enough. An email keeps what held when it was frozen.
create table tracking_exemptions (
  account_id bigint not null,
  noun text not null check (noun in ('newsletter', 'list', 'project')),
  id int not null,
  primary key (account_id, noun, id)
);

-- What one person bought.
create index conversions_of_person on conversions (account_id, delivery_id, at)
  where source_kind in (1, 2);
