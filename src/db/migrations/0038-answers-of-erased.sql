-- Answers of erased people, found by the hash of the address when it is added again.
create index measuring_answers_of_erased on measuring_answers (account_id, key_hash)
  where key_hash is not null;
