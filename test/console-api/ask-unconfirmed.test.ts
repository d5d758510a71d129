/** People whom a file calls unconfirmed, asked by a form: so many a day, each once. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiSetup } from './api-setup.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-unconfirmed-'))
let setup: ApiSetup
let worker: ImportWorker
before(async () => {
  setup = await apiSetup({ DATA_DIR: dataDir })
  worker = await startImportWorker(setup.running.store)
})
after(async () => {
  await worker.stop()
  await setup.running.close()
  rmSync(dataDir, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
async function made<Body = any>(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await setup.call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

async function imported(listId: number, csv: string): Promise<number> {
  const { id } = await made('POST', `/imports?listId=${listId}&name=a.csv`, Buffer.from(csv))
  const { columns } = await made('GET', `/imports/${id}/inspection`)
  await made('POST', `/imports/${id}/start`, { columns })
  await until(async () => (await made('GET', `/imports/${id}`)).state === 'completed')
  return id
}

test('evenly over the day, each once, and not released with the rest', async () => {
  const list = await made('POST', '/lists', { name: 'Garden', fromEmail: 'news@example.com' })
  const form = await made('POST', '/forms', { name: 'Again', listIds: [list.id] })
  const importId = await imported(
    list.id,
    'name,email,status\nAda,ada@x.test,subscribed\nBo,bo@x.test,unconfirmed\n' +
      '"Eve, B",Eve@x.test,pending\nEve,eve@x.test,pending\nOut,out@x.test,unsubscribed\n' +
      'Cy,cy@x.test,not confirmed\n',
  )
  const ask = (perDay: number) => made('POST', `/forms/${form.id}/ask`, { importId, perDay })
  const begun = Date.now()
  const { people, until: last } = await ask(24)
  assert.equal(people, 3)
  assert.ok(Math.abs(Date.parse(last) - begun - 2 * 3_600_000) < 60_000, last)
  assert.deepEqual(await ask(24), { people: 0, until: null })
  const asked = async () => (await made('GET', `/forms/${form.id}/asked`)).items
  const [file] = await asked()
  assert.deepEqual(
    [file.importId, file.file, file.unconfirmed, file.asked, file.confirmed],
    [importId, 'a.csv', 4, 3, 0],
  )
  assert.equal(Date.parse(file.until), Date.parse(last))
  assert.ok(file.remaining >= 2, 'the first one has its turn at once')
  const due = async () =>
    (
      await setup.running.store.run(
        {
          name: '',
          text: `select email, round(extract(epoch from due - now()) / 3600), state, reason
            from sign_ups where account_id = $1 order by due`,
          again: true,
        },
        [setup.accountId],
      )
    ).rows
  const planned = [
    ['bo@x.test', '0', 'held', 'planned'],
    ['Eve@x.test', '1', 'held', 'planned'],
    ['cy@x.test', '2', 'held', 'planned'],
  ]
  const rows = await due()
  assert.deepEqual(
    rows.slice(-2).map(row => row.slice(0, 4)),
    planned.slice(-2),
  )
  assert.equal(rows.length, 3)
  assert.deepEqual(await made('POST', `/forms/${form.id}/release`), { signUps: 0 })
  assert.equal((await made('GET', `/forms/${form.id}`)).held, 0)
  const more = await imported(list.id, 'email,status\nnew@x.test,unconfirmed\nbo@x.test,pending\n')
  const later = await made('POST', `/forms/${form.id}/ask`, { importId: more, perDay: 24 })
  assert.equal(later.people, 2)
  assert.ok(Date.parse(later.until) - begun > 3 * 3_600_000 - 60_000, 'after those before')
  assert.ok((await made('POST', `/forms/${form.id}/stop`)).signUps >= 3)
  assert.deepEqual(
    (await asked()).map((one: { importId: number; remaining: number }) => [
      one.importId,
      one.remaining,
    ]),
    [
      [more, 0],
      [importId, 0],
    ],
  )
  assert.equal((await setup.call('POST', `/forms/${form.id}/ask`, { importId: 999 })).status, 404)
})
