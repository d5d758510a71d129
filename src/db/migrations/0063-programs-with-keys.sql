-- Programs that call with an API key: docs/decisions/0100-integrations-board.md.

-- Of a program with a key: the key; then `network` is empty, since it may call from several. 0: it
-- calls with user name and password.
alter table programs add column key_id bigint not null default 0,
  -- Where it called from last, of one with a key.
  add column last_network text not null default '';

drop index programs_by_signs;

create unique index programs_by_signs on programs (account_id, key_id, client, binding, network);

drop function if exists program_of(bigint, int, text, text, text, text, boolean, int);

drop function if exists note_program_calls(bigint, int, text, boolean, text[], text[], int[],
  smallint[], int[]);
