-- UTM parameters of links: of the account (newsletter 0), and of newsletters that have their own.
-- Hosts are those of the account. Both are JSON: ["shop.example"], ["utm_source=newsletter"].
create table utm_parameters (
  account_id bigint not null,
  newsletter_id int not null,
  hosts text not null,
  parameters text not null,
  primary key (account_id, newsletter_id)
);
