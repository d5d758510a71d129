/**
 * PgBouncer before the store: with sessions everything is as without it, and without them the start
 * says so.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { migrate } from '../../src/db/migrate.ts'
import { openConfigured } from '../../src/db/open.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import {
  type DebianPostgres,
  noPgBouncer,
  type PgBouncer,
  startDebianPostgres,
  startPgBouncer,
} from '../support/debian-postgres.ts'
import { databaseUrl } from '../support/worker-process.ts'

if (noPgBouncer) assert.notEqual(process.env.REQUIRE_ALL, '1', noPgBouncer)

const open = ({ connection }: PgBouncer) =>
  openConfigured({ dataDir: '/nowhere', databaseUrl: databaseUrl(connection), waitMillis: 2000 })

describe('PgBouncer', { skip: noPgBouncer }, () => {
  let server: DebianPostgres

  before(async () => {
    server = await startDebianPostgres()
  })
  after(() => server.stop())

  for (const lines of [[], ['ignore_startup_parameters = options,extra_float_digits']]) {
    test(`with sessions sets what was asked for${lines.length > 0 ? ', whatever it ignores' : ''}`, async () => {
      const bouncer = await startPgBouncer(server, 'session', lines)
      const { store, close } = await open(bouncer)
      try {
        await migrate(store)
        await addAccount(store, {
          username: `a${lines.length}`,
          password: 'correct horse battery staple',
        })
        const text =
          `select '2026-07-01 12:00:00+02'::timestamptz::text, '1 day'::interval::text, ` +
          `current_setting('jit')`
        const { rows } = await store.run({ name: '', text, again: true }, [])
        assert.deepEqual(rows, [['2026-07-01 11:00:00+01', '1 day', 'off']])
      } finally {
        await close()
        await bouncer.stop()
      }
    })
  }

  test('that lends servers for transactions is refused with a sentence', async () => {
    const bouncer = await startPgBouncer(server, 'transaction')
    try {
      await assert.rejects(open(bouncer), {
        name: 'StoreUnavailable',
        message: /lends a server for one transaction only .* set pool_mode=session/,
      })
    } finally {
      await bouncer.stop()
    }
  })

  test('that lends servers for transactions to others too is refused as well', async () => {
    const bouncer = await startPgBouncer(server, 'transaction', [
      'server_round_robin = 1',
      'min_pool_size = 5',
    ])
    try {
      for (let n = 0; n < 5; n++)
        await assert.rejects(open(bouncer), /lends a server for one transaction only/)
    } finally {
      await bouncer.stop()
    }
  })
})
