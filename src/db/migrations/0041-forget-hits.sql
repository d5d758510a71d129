-- Whether a decline also removes the hits that the person already has.
alter table tenants add column forgets_declined boolean not null default false;

-- When hits of what the person declined are to be removed; until then that can be undone.
alter table subscribers add column forget_hits_at timestamptz;

create index subscribers_to_forget on subscribers (forget_hits_at) where forget_hits_at is not null;
