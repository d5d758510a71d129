-- version 2
-- Who may be mailed. Each answers why not, in the words that reports and deliveries keep, or null.
-- PostgreSQL inlines them: they are plain expressions of their arguments, and read no table. When
-- one is called, arguments are named; each may be a subquery that only runs when it is reached.

-- Any email to a list: the three facts about a subscriber, and the pause that they asked for.
create or replace function suppression_reason(
  opted_out_at timestamptz, complained_at timestamptz, undeliverable_since timestamptz,
  paused_until timestamptz
) returns text language sql stable parallel safe
as $$
  select case
    when opted_out_at is not null then 'opted out'
    when complained_at is not null then 'complained'
    when undeliverable_since is not null then 'undeliverable'
    when paused_until > now() then 'paused' end
$$;

-- An email that was planned earlier: they may have been erased or have left the list since.
-- `suppressed` is what suppression_reason() says; without a subscription they left the list.
create or replace function hand_over_refusal(
  subscriber_id bigint, suppressed text, subscription_of bigint, unsubscribed_at timestamptz
) returns text language sql immutable parallel safe
as $$
  select case when subscriber_id is null then 'erased' else coalesce(suppressed, case
    when subscription_of is null then 'left the list'
    when unsubscribed_at is not null then 'unsubscribed' end) end
$$;

-- A transactional email: an opt-out and a complaint keep an address from marketing alone, a hard
-- bounce from any email.
create or replace function transactional_refusal(
  erased boolean, undeliverable boolean, marketing boolean, opted_out boolean, complained boolean
) returns text language sql immutable parallel safe
as $$
  select case
    when erased then 'erased'
    when undeliverable then 'undeliverable'
    when not marketing then null
    when opted_out then 'opted out'
    when complained then 'complained' end
$$;
