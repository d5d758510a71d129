-- Feeds (RSS, Atom) that triggers start by: docs/decisions/0093-feeds.md.
create table trigger_feeds (
  account_id bigint not null,
  trigger_id int not null,
  -- The version that due_at is of, and the address that was looked at.
  version int not null,
  url text not null,
  -- The next look.
  due_at timestamptz not null,
  -- Whoever looks, and until when at most.
  claim uuid,
  claimed_until timestamptz,
  -- What the feed had at first is remembered: from here on items are new.
  begun boolean not null default false,
  etag text,
  last_modified text,
  -- The last look: when, how many items were new, or what was wrong (codes with values).
  looked_at timestamptz,
  fresh int,
  trouble text,
  failures int not null default 0,
  title text not null default '',
  -- Some items of the last look, for previews.
  latest jsonb not null default '[]',
  primary key (account_id, trigger_id)
);

-- Items that are no longer new, by hashes of what names them.
create table trigger_feed_items (
  account_id bigint not null,
  trigger_id int not null,
  item_key text not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, trigger_id, item_key)
);

-- New items of one look: people enter by it, and their emails show it. cause_at of the run is its
-- moment.
create table trigger_feed_issues (
  account_id bigint not null,
  trigger_id int not null,
  made_at timestamptz not null default now(),
  -- What tags read.
  details jsonb not null,
  primary key (account_id, trigger_id, made_at)
);
