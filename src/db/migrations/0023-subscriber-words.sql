-- Words that subscribers are found by; written some seconds after a change:
-- docs/decisions/0037-search-by-words.md.
create table subscriber_words (
  account_id bigint not null,
  word text collate "C" not null,
  subscriber_id bigint not null,
  primary key (account_id, word, subscriber_id)
);

create index subscriber_words_of_person on subscriber_words (account_id, subscriber_id);

-- How far the words of an account are. Its lock comes before a read of subscribers whose words are
-- then written, and before words are deleted with their subscriber.
create table word_progress (
  account_id bigint primary key,
  -- Data fields whose words are kept too.
  word_fields int[] not null default '{}',
  -- All changes before this are in the words.
  indexed_until timestamptz not null default '-infinity',
  -- What `indexed_until` becomes at the end of the pass; null: none is running.
  pass_until timestamptz,
  -- The pass has come so far, in the order of ids.
  passed_id bigint not null default 0,
  -- A process has last reported a change.
  changed_at timestamptz not null default '-infinity'
);
