-- Whether the file of a claim is being worked on, and not only fetched or waiting: a worker that dies has died over one of these.
alter table imports add column at_work boolean not null default false;
alter table transaction_batches add column at_work boolean not null default false;
