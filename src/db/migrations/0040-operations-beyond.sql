-- What programs of other services call beyond the 38 operations.

-- The sender name of an SMS; null: that of the gateway. An SMS to a number that a program gave has
-- one delivery, with the id 0: it belongs to no subscriber.
alter table sms_messages add column sender text;

-- Only what a program asked for may be taken back by a program; false as soon as the person, a
-- receiver or an operator says the same.
alter table opt_outs add column by_program boolean not null default false;

-- Whether programs may lift what people said themselves.
alter table tenants add column lift_opt_outs boolean not null default false;
