-- The values that a field of texts is to have, in the order in which they are offered. Empty: any.
-- They are offered, not demanded: programs and files may write others, which are counted.
alter table demographic_fields add column choices text[] not null default '{}';
