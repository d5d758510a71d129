-- What is not tracked: its emails have no pixel, and links as they were written. Of newsletter, list
-- and project one is enough. An email keeps what held when it was frozen.
create table tracking_exemptions (
  account_id bigint not null,
  noun text not null check (noun in ('newsletter', 'list', 'project')),
  id int not null,
  primary key (account_id, noun, id)
);
