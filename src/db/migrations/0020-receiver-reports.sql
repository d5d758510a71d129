-- What receivers report on domains: DMARC aggregate reports and SMTP TLS reports. All are of
-- account 0: a domain may be that of several accounts.
create table receiver_reports (
  account_id bigint not null,
  -- Of kind, reporter, its id of the report, and domain: what is delivered twice is kept once.
  digest bytea not null,
  kind text not null check (kind in ('dmarc', 'tls')),
  reporter text not null,
  report_id text not null,
  -- Empty if it is not readable.
  domain text not null,
  begin_at timestamptz,
  end_at timestamptz,
  received_at timestamptz not null default now(),
  -- At most 1,000, added up: written once, and only read together.
  results jsonb not null,
  -- Why it is not readable.
  trouble text,
  primary key (account_id, digest)
);
