-- A form may put unknown addresses on its lists without their confirmation.
alter table forms add column single_opt_in boolean not null default false;
-- Nobody confirmed it by an email.
alter table sign_ups add column single_opt_in boolean not null default false;
