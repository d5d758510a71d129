-- Domains of accounts for the return path of their emails. A name is of one account of all: a
-- reference table on a cluster, read often and written rarely. Emails that come back to a former
-- one are taken, too.
create table bounce_domains (
  domain text primary key check (length(domain) between 4 and 253),
  account_id bigint not null,
  is_used boolean not null default false,
  created_at timestamptz not null default now()
);
create index bounce_domains_of_account on bounce_domains (account_id);
create unique index bounce_domains_used on bounce_domains (account_id) where is_used;
