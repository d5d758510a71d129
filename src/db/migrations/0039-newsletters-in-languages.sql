-- What emails in the further languages of a newsletter are composed of; null: it is in one.
alter table newsletters add column translated jsonb;
