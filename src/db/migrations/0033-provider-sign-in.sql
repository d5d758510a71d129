-- Persons who sign in at a provider of OpenID Connect.

-- Belongs to nobody, as people do.
create table person_identities (
  issuer text not null,
  -- The provider's name of the person, which stays when their address changes.
  subject text not null,
  person_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- At one provider a person is one subject: an address that it gives to somebody else leads nowhere.
create unique index person_identities_by_person on person_identities (person_id, issuer);

-- A person who joined by the provider has no password until they set one: ''.

-- The invitations of an address, of all accounts.
create index invitations_of_address on invitations (email_key);
