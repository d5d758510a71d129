/**
 * The placement of tables on a cluster (Citus). A table that is not named here is distributed by
 * its tenant, the account in the first column of its primary key, and colocated with its rows.
 * test/sharding.test.ts checks the names against the schema.
 */

/**
 * `reference`: on every node, for tables that are read often and written rarely. `local`: on the
 * coordinator, for tables that are written often.
 */
export const UNDISTRIBUTED: Readonly<Record<string, 'reference' | 'local'>> = {
  accounts: 'reference',
  people: 'reference',
  members: 'reference',
  person_identities: 'local',
  password_resets: 'local',
  recovery_codes: 'local',
  sign_in_failures: 'local',
  sign_in_networks: 'local',
  code_failures: 'local',
  signing_keys: 'reference',
  schema_migrations: 'local',
  schema_functions: 'local',
  backup_runs: 'local',
  processes: 'local',
  load_samples: 'local',
  store_sizes: 'local',
  routes: 'reference',
  route_days: 'local',
  route_slowdowns: 'local',
  route_provider_limits: 'local',
  route_provider_days: 'local',
  relay_event_tokens: 'local',
  public_hosts: 'reference',
  bounce_domains: 'reference',
  route_rules: 'reference',
  workers: 'local',
  sms_gateway: 'local',
}

/** The table with a row for each account, which all others lie beside. */
export const ANCHOR = 'tenants'

/**
 * Settings of a session that must hold where its statements run: a node opens sessions to other
 * nodes with the settings of their database. As in session.ts.
 */
export const NODE_SETTINGS: Readonly<Record<string, string>> = {
  timezone: 'Etc/GMT-1',
  jit: 'off',
}
