-- Who leaves the lists of a form: kept as a sign-up is, and carried out by the same worker.
alter table sign_ups drop constraint sign_ups_state_check;
alter table sign_ups add constraint sign_ups_state_check
  check (state in ('new', 'held', 'waiting', 'confirmed', 'expired', 'refused', 'leaving', 'left'));
