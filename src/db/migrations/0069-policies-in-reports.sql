-- Of a DMARC report what the findings on deliverability add up, so that no results are parsed for
-- them: the policy that the receiver saw (none, quarantine, reject), and emails that passed. Null
-- in reports of before, and in those that are not read.
alter table receiver_reports
  add column policy text,
  add column emails bigint,
  add column passed bigint;

-- At most 100 MB of reports are kept.
create index receiver_reports_policies on receiver_reports (account_id, domain, end_at)
  where policy is not null;
