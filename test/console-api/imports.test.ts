/** Files uploaded by the JSON API: inspected, mapped, imported, undone. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import iconv from 'iconv-lite'
import { fileServer } from '../support/file-server.ts'
import { sheetParts, spreadsheet, zipped } from '../support/spreadsheet.ts'
import { until } from '../support/until.ts'
import type { ApiSetup } from './api-setup.ts'
import { type ImportSetup, importSetup } from './import-setup.ts'

let made: ImportSetup
let setup: ApiSetup
let listId: number
before(async () => {
  made = await importSetup()
  setup = made.setup
  listId = made.listId
})
after(() => made.close())

const upload: ImportSetup['upload'] = (...given) => made.upload(...given)
const ended: ImportSetup['ended'] = at => made.ended(at)

const headings = [
  'Kundnr',
  'Namn',
  'Ort',
  'E-postadress',
  'Mobiltelefon',
  'Anmärkning',
  ...Array.from({ length: 14 }, (_, i) => `Övrigt ${i}`),
]
const row = (n: number, email: string) =>
  [n, `Åsa ${n}`, 'Malmö', email, '', '"a;b"', ...Array(14).fill('x')].join(';')
const customers = Buffer.from(
  [headings.join(';'), row(1, 'asa1@x.test'), row(2, 'asa2@x.test'), row(3, 'nobody')].join('\r\n'),
  'latin1',
)

test('twenty columns in an order of their own, in windows-1252: mapped, imported, undone', async () => {
  const { call } = setup
  const { status, body, at } = await upload(customers, 'kunder.csv')
  assert.deepEqual([status, body.state, body.name], [201, 'uploaded', 'kunder.csv'])
  const { body: seen } = await call('GET', `${at}/inspection`)
  assert.deepEqual([seen.kind, seen.delimiter, seen.hasHeaders], ['csv', ';', true])
  assert.deepEqual(seen.headings, headings)
  assert.deepEqual(seen.rows[0].slice(0, 4), ['1', 'Åsa 1', 'Malmö', 'asa1@x.test'])
  assert.deepEqual(seen.columns.slice(0, 6), ['-', 'name', '-', 'email', 'phone', '-'])
  assert.equal(seen.rowsSeen, 3)
  assert.deepEqual(
    [seen.seen[0], seen.seen[1], seen.seen[4]],
    [
      { filled: 3, looksLike: 'number', readAs: null },
      { filled: 3, looksLike: 'text', readAs: null },
      { filled: 0, looksLike: 'text', readAs: null },
    ],
  )
  const columns = ['DD1', 'name', 'DD2', 'email', ...Array(16).fill('-')]
  const started = await call('POST', `${at}/start`, { columns })
  assert.equal(started.status, 200)
  assert.equal((await call('POST', `${at}/start`, { columns })).body.reason, 'not-now')
  const done = await ended(at)
  assert.deepEqual([done.rows, done.inserted, done.rejected], [3, 2, 1])
  const { rows } = await setup.running.store.run(
    {
      name: '',
      text: "select name, array_to_string(fields, '|') from subscribers where email = 'asa1@x.test'",
      again: true,
    },
    [],
  )
  assert.deepEqual(rows, [['Åsa 1', '1|Malmö']])
  const rejects = await call('GET', `${at}/rejects`)
  assert.deepEqual([rejects.body.items[0].line, rejects.body.items[0].row], [4, row(3, 'nobody')])
  const undone = await call('POST', `${at}/undo`)
  assert.equal(undone.status, 200)
  const after = await until(async () => {
    const { body } = await call('GET', at)
    return body.undone !== null && body
  })
  assert.deepEqual(Object.keys(after.undo), ['removed', 'stayed', 'restored', 'changedSince'])
  assert.ok(after.undo.removed > 0)
  assert.equal((await call('GET', `/lists/${listId}`)).status, 200)
  assert.equal((await call('POST', `${at}/undo`)).body.reason, 'not-now')
  assert.deepEqual(readdirSync(join(made.dataDir, 'scratch')), [], 'no temporary file is left')
})

test('a chosen character set: seen in the preview, tried and imported so', async () => {
  const { call } = setup
  // Valid UTF-8 by chance: only a person sees that it is another.
  const bytes = Buffer.from('mail;name\neuro@set.test;â‚¬uro\n', 'utf8')
  const ambiguous = iconv.encode(bytes.toString(), 'windows-1252')
  const { at } = await upload(ambiguous, 'ambiguous.csv')
  const seen = (query = '') => call('GET', `${at}/inspection${query}`)
  const { body: detected } = await seen()
  assert.deepEqual([detected.charset, detected.rows[0][1]], ['utf-8', '€uro'])
  const { body: chosen } = await seen('?charset=windows-1252')
  assert.deepEqual([chosen.charset, chosen.rows[0][1]], ['windows-1252', 'â‚¬uro'])
  const wrong = await seen('?charset=utf-7')
  assert.deepEqual([wrong.status, wrong.body.field], [400, 'query.charset'])
  const values = { charset: 'windows-1252', columns: ['email', 'name'] }
  const { body: tried } = await call('POST', `${at}/dry-run`, values)
  assert.equal(tried.first[0].name, 'â‚¬uro')
  assert.equal((await call('POST', `${at}/start`, values)).status, 200)
  await ended(at)
  const { body } = await call('GET', '/subscribers?q=euro@set.test')
  assert.deepEqual(
    body.items.map(({ name }: { name: string }) => name),
    ['â‚¬uro'],
  )
  const sheet = await upload(spreadsheet([['a@b.test']]), 'set.xlsx')
  assert.equal((await call('GET', `${sheet.at}/inspection`)).body.charset, null)
})

test('a file is fetched from an address, tried without a change, and its people exported', async () => {
  const { call } = setup
  const files = await fileServer()
  const url = files.serve('/kunder.csv', (_, response) => response.end(customers))
  const made = await call('POST', '/imports/from-address', { listId, url })
  assert.deepEqual([made.status, made.body.state, made.body.name], [201, 'uploaded', 'kunder.csv'])
  const missing = await call('POST', '/imports/from-address', { listId, url: files.url('/none') })
  assert.deepEqual([missing.status, missing.body.field], [400, 'body.url'])
  const inside = await call('POST', '/imports/from-address', { listId, url: 'http://10.0.0.1/x' })
  assert.equal(inside.status, 400)
  await files.close()
  const at = `/imports/${made.body.id}`
  const { columns } = (await call('GET', `${at}/inspection`)).body
  const before = (await call('GET', '/subscribers/count')).body
  const { body: tried } = await call('POST', `${at}/dry-run`, { columns })
  assert.deepEqual([tried.rows, tried.rejected, tried.complete], [3, 1, true])
  assert.equal(tried.inserted + tried.updated + tried.unchanged, 2)
  assert.deepEqual(
    tried.first.map((one: { reason: string | null }) => one.reason),
    [null, null, 'address'],
  )
  const { body: told } = await call('POST', `${at}/dry-run/rows`, { columns })
  assert.equal(told.complete, true)
  assert.deepEqual(
    told.rows.map((one: { fate: string }) => one.fate),
    tried.first.map((one: { fate: string }) => one.fate),
  )
  const { line, reason, email } = told.rows[2]
  assert.deepEqual([line, told.rows[2].fate, reason, email], [4, 'rejected', 'address', ''])
  assert.deepEqual((await call('GET', '/subscribers/count')).body, before)
  assert.equal((await call('GET', at)).body.state, 'uploaded')
  await call('POST', `${at}/start`, { columns })
  await ended(at)
  const { body } = await call('GET', '/subscribers/export?q=asa1&format=json')
  assert.deepEqual(
    (typeof body === 'string' ? JSON.parse(body) : body).map((one: { email: string }) => one.email),
    ['asa1@x.test'],
  )
  await call('POST', `${at}/undo`)
})

test('spreadsheets; files that can’t be read', async () => {
  const { call } = setup
  const sheet = spreadsheet([
    ['Name', 'Email'],
    ['Bo', 'bo@x.test'],
  ])
  const { at } = await upload(sheet, 'people.xlsx')
  const { body: seen } = await call('GET', `${at}/inspection`)
  assert.deepEqual([seen.kind, seen.columns], ['xlsx', ['name', 'email']])
  assert.equal((await call('POST', `${at}/start`, { columns: ['name', 'email'] })).status, 200)
  assert.equal((await ended(at)).inserted, 1)

  const picture = await upload(Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'))
  const wrong = await call('POST', `${picture.at}/start`, { columns: ['email'] })
  assert.equal(wrong.status, 200)
  assert.equal((await ended(picture.at)).state, 'failed')
  const broken = await upload(sheet.subarray(0, 200), 'broken.xlsx')
  const refused = await call('GET', `${broken.at}/inspection`)
  assert.deepEqual([refused.status, refused.body.reason], [400, 'not-valid'])
  const bomb = zipped(sheetParts('', `<si><t>${'x'.repeat(50_000_000)}</t></si>`))
  assert.ok(bomb.length < 1_000_000)
  const large = await upload(bomb, 'bomb.xlsx')
  const { status, body } = await call('GET', `${large.at}/inspection`)
  assert.ok(status === 400 || body.rows.length === 0, JSON.stringify(body))
})

test('columns, lists and sizes that are wrong are refused, and nothing is imported', async () => {
  const { call, stranger } = setup
  const { at } = await upload(customers)
  const unknown = await call('POST', `${at}/start`, { columns: ['email', 'colour'] })
  assert.deepEqual([unknown.status, unknown.body.reason], [400, 'not-valid'])
  assert.equal((await call('POST', `${at}/start`, { columns: ['name'] })).status, 400)
  assert.equal((await stranger('POST', `${at}/start`, { columns: ['email'] })).status, 404)
  assert.equal((await stranger('GET', `${at}/inspection`)).status, 404)
  assert.equal((await call('GET', at)).body.state, 'uploaded')
  assert.equal((await upload(customers, 'a.csv', 999)).status, 404)
  const large = await upload(Buffer.alloc(1_200_000, 'a@x.test\n'))
  assert.deepEqual([large.status, large.body.reason], [413, 'too-large'])
})
