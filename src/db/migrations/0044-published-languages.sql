-- What an index shows of a newsletter in several languages: language, title, summary and picture of
-- each, the base first. Empty: it is in one language.
alter table published_newsletters add column languages jsonb not null default '[]';
