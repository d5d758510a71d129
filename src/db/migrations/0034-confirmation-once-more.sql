-- When somebody asked for the confirmation email once more, and when the one before was decided on.
alter table sign_ups add column again_at timestamptz;
alter table sign_ups add column mailed_before timestamptz;

-- 'again': somebody typed an address that may wait for its confirmation email; gone when looked at.
alter table sign_ups drop constraint sign_ups_state_check;
alter table sign_ups add constraint sign_ups_state_check check (state in ('new', 'held', 'waiting',
  'confirmed', 'expired', 'refused', 'leaving', 'left', 'again'));
