/** The settings of the store: its location, and the secret that encrypts its keys. */
import { resolve } from 'node:path'
import { entry, secret } from './entry.ts'
import { databaseUrl, optional, replicaUrl, secretKey, wholeNumber } from './values.ts'

export const storeSettings = {
  dataDir: entry(
    'DATA_DIR',
    'folder',
    './data',
    'Where the embedded store and the key file lie, and files while they are imported.',
    value => resolve(value),
  ),
  databaseUrl: secret(
    entry(
      'DATABASE_URL',
      'address',
      '',
      'A PostgreSQL 15 or later to use instead of the embedded one, like ' +
        'postgres://user:password@host:5432/database. ' +
        'Of several hosts, host1:5432,host2:5432, the first that takes writes is used.',
      optional(databaseUrl),
    ),
  ),
  replicaUrl: secret(
    entry(
      'DATABASE_REPLICA_URL',
      'address',
      '',
      'A standby of that PostgreSQL, for reports, exports and pages. Answers are as new as those ' +
        'of the primary, which answers where the standby is behind or away.',
      optional(replicaUrl),
    ),
  ),
  connections: entry(
    'DATABASE_CONNECTIONS',
    'number',
    '16',
    'How many connections to the store each process keeps at most; one that works keeps six ' +
      'more for imports.',
    wholeNumber(2, 500),
  ),
  secretKey: secret(
    entry(
      'SECRET_KEY',
      'text',
      '',
      'Encrypts what must not be readable in a dump of the store, 32 characters or more; ' +
        'without it DATA_DIR/secret.key is made and used.',
      optional(secretKey),
    ),
  ),
}
