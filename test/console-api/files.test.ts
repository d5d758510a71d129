/** Files from and to the JSON API: tables as CSV, JSON and spreadsheets, and files of addresses. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { z } from 'zod'
import { FORMATS } from '../../src/actions/exports/table-file.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup({ IMPORT_MAX_BYTES: '1000000' })
  call = setup.call
})
after(() => setup.running.close())

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

test('a list is exported with its name, in three formats, and masked for who sees no addresses', async () => {
  const list = { name: 'Fünf/Köche\u202e', fromEmail: 'news@example.com' }
  const { body } = await made('POST', '/lists', list)
  const at = `/lists/${body.id}/export`
  for (const name of ['=cmd()', 'Åsa'])
    await made('POST', '/subscribers', { email: `${name.length}@x.test`, name, listId: body.id })
  const csv = await made('GET', at)
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(
    csv.headers.get('content-disposition'),
    `attachment; filename="F_nfK_che.csv"; filename*=UTF-8''F%C3%BCnfK%C3%B6che.csv`,
  )
  assert.match(csv.body, /^"Email";"Name";/)
  assert.match(csv.body, /"6@x\.test";"'=cmd\(\)"/)
  const json = (await made('GET', `${at}?format=json`)).body
  assert.deepEqual(
    json.map(({ name }: { name: string }) => name),
    ['=cmd()', 'Åsa'],
  )
  const sheet = await made('GET', `${at}?format=xlsx`)
  assert.match(sheet.headers.get('content-type')!, /spreadsheetml/)
  assert.equal((await call('GET', '/lists/999/export')).status, 404)
  const key = await made('POST', '/api-keys', {
    name: 'm',
    rights: ['read', 'people'],
    masked: true,
  })
  const masked = apiClient(setup.running.origin, { Authorization: `Bearer ${key.body.token}` })
  const hidden = (await masked('GET', at)).body
  assert.match(hidden, /"6•••@x\.test";"•••"/)
  assert.doesNotMatch(hidden, /cmd|Åsa/)
})

test('addresses of a file are opted out, once however often it comes', async () => {
  const file = bytes(
    'Email;Reason\nada@o.test;left\nnonsense;x\nbob@o.test;left\nADA@o.test;again\n',
  )
  const { body } = await made('POST', '/opt-outs/import?reason=moved', file)
  const { rejects, ...counts } = body
  assert.deepEqual(counts, { read: 4, added: 2, alreadyThere: 1, notValid: 1 })
  assert.deepEqual([rejects.length, rejects[0].line], [1, 3])
  const again = (await made('POST', '/opt-outs/import', file)).body
  assert.deepEqual([again.added, again.alreadyThere], [0, 3])
  assert.equal((await made('GET', '/opt-outs')).body.items[0].reason, 'moved')
  const sheet = await call('POST', '/opt-outs/import', bytes('PK\x03\x04rest'))
  assert.match(sheet.body.detail, /save it as CSV/)
  const large = await call('POST', '/opt-outs/import', new Uint8Array(1_000_001).fill(97))
  assert.equal(large.status, 413)
})

test('suppressions are imported, exported as they are read, and taken back', async () => {
  const file = bytes('email,reason\nx@s.test,550 no such user\ny@s.test,mailbox unknown\n')
  const { body } = await made('POST', '/suppressions/import?reason=old', file)
  assert.deepEqual([body.read, body.added], [2, 2])
  const csv = (await made('GET', '/suppressions/export')).body
  assert.match(csv, /x@s\.test/)
  const again = (await made('POST', '/suppressions/import', bytes(csv))).body
  assert.deepEqual([again.added, again.alreadyThere], [0, 2])
  assert.equal((await made('POST', '/suppressions/undo-import', file)).body.added, 2)
  assert.deepEqual((await made('GET', '/suppressions')).body.items, [])
})

test('reports are files, and refused for a sending that is not there', async () => {
  for (const name of ['views', 'clicks', 'returns', 'summary'])
    assert.equal((await call('GET', `/sendings/99/${name}`)).status, 404, name)
  const links = await made('GET', '/reports/links?format=json')
  assert.deepEqual(links.body, [])
  const wrong = await call('GET', '/sendings/99/views?since=yesterday')
  assert.equal(wrong.status, 400)
})

/** A list, filter or sending that is not there, wherever the route of a file names one. */
const UNKNOWN: Record<string, string> = {
  listId: '999',
  filterId: '999',
  where: 'on list 999',
}

test('every export refuses a missing object before its first byte, in each format', async () => {
  const files = routes.filter(({ file }) => file)
  assert.ok(files.length >= 9)
  let looked = 0
  for (const { path, query } of files) {
    const names = Object.keys((query as z.ZodObject).shape).filter(name => name in UNKNOWN)
    for (const format of FORMATS) {
      const wrong = names.map(name => `${name}=${encodeURIComponent(UNKNOWN[name]!)}`)
      for (const search of path.includes(':') ? [...wrong, ''] : wrong) {
        const at = `${path.replace(/:\w+/g, '999')}?format=${format}&${search}`
        const { status, body } = await call('GET', at)
        assert.deepEqual(
          [status >= 400 && status < 500, body?.call !== undefined],
          [true, true],
          at,
        )
        looked++
      }
    }
  }
  assert.ok(looked >= 27, `${looked} exports were asked for`)
})
