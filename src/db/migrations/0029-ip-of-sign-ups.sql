-- A form may keep the whole IP address of who signs up, in the proof, not just the network.
alter table forms add column keep_ip boolean not null default false;
-- Until it is in the proof; empty: it is not kept.
alter table sign_ups add column ip text not null default '';
