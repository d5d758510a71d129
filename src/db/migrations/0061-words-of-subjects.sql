-- Emails whose subject came with their call, and may have no words for the search yet, stand in the
-- outbox as well: the insert notes them. docs/decisions/0094-search-of-emails.md.
alter table email_word_outbox add column subjects boolean not null default false;
