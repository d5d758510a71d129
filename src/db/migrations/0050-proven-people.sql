-- Whether somebody has shown that they hold the mailbox of their address, and which links do.
alter table people
  -- The last first proof; null: nobody has, or somebody else may know the password since.
  add column proven_at timestamptz;

alter table invitations
  -- The link was mailed, or an operator vouches for it: whoever uses it holds the mailbox.
  add column proves boolean not null default false,
  -- The member who made it, and may know a link that was shown. Null: no member.
  add column made_by bigint;

alter table password_resets
  -- The account whose owner was shown the link. Null: it was mailed, and proves the mailbox.
  add column account_id bigint,
  add column made_by bigint;
