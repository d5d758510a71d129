-- Erasing a person. Who had opted out stays on OptOutAll as the keyed hash of their address, and nothing readable.

-- Null: of a person who was not erased. The program makes the hash, with a key that lies sealed in the store; docs/decisions/0016-erasing.md.
alter table opt_outs add column key_hash text;

create unique index opt_outs_erased on opt_outs (account_id, key_hash) where key_hash is not null;
