/** An erased person, in the bytes of every route and of every table. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/until.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'
import { fillStore, keyed, PERSON, seenBy } from './person-everywhere.ts'

let setup: ApiSetup
before(async () => {
  setup = await apiSetup()
})
after(() => setup.running.close())

// The address of the twin, who stays, ends with that of the person.
const ADDRESS = /(?<!2)zoraida\.q/i
/** Not the value of the field: a job that set it for many still says which it was. */
const marksIn = (text: string): string[] => [
  ...(ADDRESS.test(text) ? [PERSON.email] : []),
  ...[PERSON.name, PERSON.phone].filter(mark => text.includes(mark)),
]

async function inTables(): Promise<Record<string, string[]>> {
  const ask = async (text: string) =>
    (await setup.running.store.run({ name: '', text, again: true }, [])).rows
  const tables = await ask(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const found: Record<string, string[]> = {}
  for (const [name] of tables) {
    const rows = await ask(`select t::text from ${name} t`)
    // Columns of bytes are written in hexadecimal digits.
    const text = rows
      .map(([row]) => row!)
      .map(
        row => row + row.replace(/\\x([0-9a-f]+)/g, (_, hex) => Buffer.from(hex, 'hex').toString()),
      )
      .join('\n')
    const marks = marksIn(text)
    if (marks.length > 0) found[name!] = marks
  }
  return found
}

/** The test names the address in the call, and the refusal names it back. */
const ECHOES = [
  'GET /newsletters/:newsletterId/preview',
  'GET /triggers/:triggerId/passages',
  'POST /triggers/:triggerId/try',
  'POST /triggers/try',
]

test('the address of an erased person stands in no answer, no file and no table', async () => {
  const ids = await fillStore(setup, 'Somebody')
  const call = await keyed(setup, false)
  const seen = await seenBy(call, ids, marksIn)
  assert.ok(seen.size > 15, `the person is in ${[...seen.keys()]}`)
  const tables = Object.keys(await inTables())
  for (const name of ['subscribers', 'deliveries', 'bounces', 'transactions', 'saved_views'])
    assert.ok(tables.includes(name), `the test puts nobody into ${name}`)
  // An entry whose values hold the address.
  const name = `All but ${PERSON.email}`
  await setup.call('POST', '/filters', { name, where: 'name <> "x"' })
  await setup.call(
    'DELETE',
    `/filters/${(await setup.call('GET', '/filters')).body.items.at(-1).id}`,
  )
  assert.ok('audit_entries' in (await inTables()))
  await call('DELETE', '/saved-views/mine')
  const erased = await call('DELETE', `/subscribers/${ids.subscriberId}`)
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  // A file that was uploaded and waits for its start is told of, and goes with its upload.
  assert.equal(erased.body.openImports, 1)
  const drop = { name: '', text: 'delete from import_documents', again: false }
  await setup.running.store.run(drop, [])
  // Counted once for all who ask: it may be a second old.
  await until(async () => {
    const progress = await call('GET', `/sendings/${ids.sendingId}/progress`)
    return marksIn(JSON.stringify(progress.body)).length === 0
  })
  const after = await seenBy(call, ids, marksIn)
  for (const route of ECHOES) after.delete(route)
  assert.deepEqual([...after], [])
  assert.deepEqual(await inTables(), {})
})
