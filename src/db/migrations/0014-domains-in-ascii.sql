-- The domain of an address is compared in its ASCII form. SQL can't make that form: the rows that
-- have another key by it are changed by src/db/merging/, in the transaction of this migration.

-- Two subscribers whose addresses turned out to be one: the older one is kept, and this one's id
-- stands for it. docs/decisions/0031-one-person-one-key.md says what becomes of their data.
alter table subscribers add column merged_into bigint;

create index subscribers_merged on subscribers (account_id, merged_into)
  where merged_into is not null;

-- The key of the address, where lower() does not make it: of internationalised domains.
alter table bounces add column email_key text;

drop index bounces_of_strangers;

create index bounces_of_strangers on bounces (account_id, (coalesce(email_key, lower(email))))
  where kind = 'hard' and counts and subscriber_id is null;
