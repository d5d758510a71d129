-- Sign-up forms. A removed one stays for sign-ups and proofs that name it.
create table forms (
  account_id bigint not null,
  id int not null,
  name text not null,
  list_ids int[] not null,
  -- The reader chooses among the lists.
  lists_chosen boolean not null,
  -- 'name' and data fields as 'DD3', in their order; and those that have to be filled in.
  asked text[] not null,
  required text[] not null,
  -- Where a form may stand, and lead to afterwards.
  hosts text[] not null,
  after_url text not null,
  -- The id at a former service, by which old pages post.
  former_id text,
  project_id int not null,
  active boolean not null default true,
  words_version int not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (account_id, id)
);
create index forms_by_former_id on forms (former_id) where former_id is not null;

-- The texts of a form by language, as JSON: each change is a version, which proofs name.
create table form_words (
  account_id bigint not null,
  form_id int not null,
  version int not null,
  texts text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, form_id, version)
);

-- What somebody typed into a form. Never a subscription: nothing else reads these rows.
create table sign_ups (
  account_id bigint not null,
  id bigint not null,
  form_id int not null,
  words_version int not null,
  language text not null,
  state text not null default 'new'
    check (state in ('new', 'held', 'waiting', 'confirmed', 'expired', 'refused')),
  -- Why it is held back or refused, as a code.
  reason text not null default '',
  email text not null,
  email_key text not null,
  -- The same for all spellings that reach one mailbox: limits count by it.
  mailbox_key text not null,
  name text not null,
  fields text[] not null,
  list_ids int[] not null,
  -- The /24 or /48 that it came from; empty: from a program.
  network text not null,
  agent text not null,
  page text not null,
  created_at timestamptz not null default now(),
  -- When there is something to do: to decide, to expire, to subscribe.
  due timestamptz default now(),
  -- Somebody released it: the pace of the form does not hold it back.
  released boolean not null default false,
  -- When its email was decided on, and the hour since 1970 of that: one for a mailbox in an hour.
  mailed_at timestamptz,
  mailed_hour int,
  transaction_id int,
  expires_at timestamptz,
  confirmed_at timestamptz,
  -- The person wants an opt-out lifted.
  lifts boolean not null default false,
  subscriber_id bigint,
  primary key (account_id, id)
);
create index sign_ups_due on sign_ups (due) where due is not null;
create index sign_ups_of_form on sign_ups (account_id, form_id, state, id);
create index sign_ups_of_network on sign_ups (account_id, network, created_at);
create index sign_ups_of_mailbox on sign_ups (account_id, mailbox_key, mailed_at);
create unique index sign_ups_mailed_hour on sign_ups (account_id, mailbox_key, mailed_hour)
  where mailed_hour is not null;
create index sign_ups_of_address on sign_ups (account_id, email_key);
create index sign_ups_mailed on sign_ups (account_id, form_id, mailed_at)
  where mailed_at is not null;

-- What somebody agreed to, in the words as shown. They outlive the subscription, and, with a hash
-- in place of the address, an erasure.
create table consent_proofs (
  account_id bigint not null,
  -- Of the sign-up.
  id bigint not null,
  subscriber_id bigint,
  email text not null,
  email_key text,
  key_hash text,
  form_id int not null,
  form_name text not null,
  words_version int not null,
  language text not null,
  -- As JSON: title, intro, consent, labels, button, the names of the lists.
  shown text not null,
  -- As JSON: what was typed, by label.
  given text not null,
  list_ids int[] not null,
  signed_up_at timestamptz not null,
  confirmed_at timestamptz not null,
  network text not null,
  confirmed_network text not null,
  agent text not null,
  page text not null,
  transaction_id int,
  primary key (account_id, id)
);
create index consent_proofs_of_address on consent_proofs (account_id, email_key);
create index consent_proofs_of_form on consent_proofs (account_id, form_id, confirmed_at);
