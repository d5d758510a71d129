/** Files of people that are taken out: an entry in the audit log each, with the number of rows. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import { auditActions } from '../../src/domain/audit/actions.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

const ask = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, values)

/** Files that name nobody. */
const NOBODY = ['/sendings/:sendingId/returns', '/sendings/:sendingId/summary', '/reports/links']

test('each file of people leaves an entry with how many went out; the others leave none', async () => {
  const { call, accountId } = setup
  const { body: list } = await call('POST', '/lists', {
    name: 'Taken',
    fromEmail: 'news@example.com',
  })
  for (const name of ['a', 'b'])
    await call('POST', '/subscribers', { email: `${name}@taken.test`, listId: list.id })
  const { body: letter } = await call('POST', '/newsletters', { subject: 'x', text: 'x' })
  const { body: sending } = await call('POST', '/sendings', {
    newsletterId: letter.id,
    listId: list.id,
    at: '2099-01-01 09:00',
  })
  const ids: Record<string, number> = { listId: list.id, sendingId: sending.id }
  const taken: string[] = []
  for (const { path } of routes.filter(({ file }) => file)) {
    const [since] = (await ask("select coalesce(max(id), '') from audit_entries")).rows[0]!
    const at = path.replace(/:(\w+)/g, (_, name) => String(ids[name]))
    assert.equal((await call('GET', at)).status, 200, path)
    const { rows } = await ask(
      `select action, actor_kind, peer, new_values->>'people' from audit_entries
       where account_id = $1 and id > $2`,
      [accountId, since],
    )
    if (NOBODY.includes(path)) {
      assert.deepEqual(rows, [], path)
      continue
    }
    assert.equal(rows.length, 1, path)
    const [action, kind, peer, people] = rows[0]!
    assert.deepEqual([kind, peer], ['account', '127.0.0.1'], path)
    assert.ok(Number(people) >= (path === '/lists/:listId/export' ? 2 : 0), path)
    taken.push(action!)
  }
  const exports = auditActions.filter(name => name.startsWith('export.'))
  assert.deepEqual(taken.sort(), exports.sort())
})
