-- Keys to try with: they change nothing and send nothing, but for emails that go to the simulator.
alter table api_keys add column test boolean not null default false;

-- Of such a key.
alter table given_emails add column test boolean not null default false;
