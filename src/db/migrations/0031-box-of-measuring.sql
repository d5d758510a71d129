-- The second box of a form: whether the person may be measured. Null: not asked.
alter table sign_ups add column measured boolean;
