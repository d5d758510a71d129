/** Rows of an older schema that a later migration brings into another form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyMigration, migrate, migrations, underMigrationLock } from '../../src/db/migrate.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { withDatabase } from './backup-setup.ts'

test('hits that nobody had taken over when the program was upgraded are counted', () =>
  withDatabase(async store => {
    const rows = await store.withClient(async client => {
      await underMigrationLock(client, async () => {
        for (const migration of migrations().filter(({ number }) => number < 17)) await applyMigration(client, migration)
      })
      await client.query("insert into accounts (id, username, username_key, password_hash) values (7, 'a', 'a', 'x')")
      await client.query('insert into tenants (account_id) values (7) on conflict do nothing')
      await client.query(`
        insert into hit_arrivals (account_id, id, ids, kinds, source_kinds, source_ids, delivery_ids, link_numbers, moments, verdicts, reasons, agents, networks)
        values (7, 1, '{1,2,3}', '{view,click,view}', '{1,1,1}', '{5,5,5}', '{1,1,2}', '{0,4,0}', '{1777888800000,1777888860500,1777888900000}',
          '{person,person,scanner}', '{browser,browser,agent}', '{"Firefox, Windows","Firefox, Windows",""}', '{"","",google}')`)
      await migrate(store)
      assert.equal(await foldHits(store, 7), 1)
      const read = await client.query({
        text: `select kind, id, delivery_id, link, verdict, reason, agent, network, (extract(epoch from at) * 1000)::bigint
          from hits where account_id = 7 and source_kind = 1 and source_id = 5 order by id`,
        rowMode: 'array',
      })
      return read.rows
    })
    assert.deepEqual(rows, [
      ['view', '1', '1', 0, 'person', 'browser', 'Firefox, Windows', '', '1777888800000'],
      ['click', '2', '1', 4, 'person', 'browser', 'Firefox, Windows', '', '1777888860500'],
      ['view', '3', '2', 0, 'scanner', 'agent', '', 'google', '1777888900000'],
    ])
  }))
