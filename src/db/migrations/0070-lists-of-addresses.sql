-- Pages of complaints among opt-outs, and of blocks among bounces, are read by themselves: an
-- account with 300,000 others would read them all for each page.
create index opt_outs_complaints on opt_outs (account_id, created_at, id)
  where reason in ('complaint', 'imported: complaint');

create index bounces_blocked on bounces (account_id, received_at, id) where kind = 'blocked';

-- What came back for an address.
create index bounces_of_address
  on bounces (account_id, (coalesce(email_key, lower(email))), received_at, id);
