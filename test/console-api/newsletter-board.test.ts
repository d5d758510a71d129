/** The page of newsletters: folders, archive, copies, last sendings, and the calendar. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type {
  BoardRowAnswer,
  CalendarAnswer,
  FoldersAnswer,
} from '../../src/actions/newsletters/newsletter-board.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

async function made<Body = { id: number }>(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body as Body
}

const board = async (query = '') =>
  (await made<{ items: BoardRowAnswer[] }>('GET', `/newsletter-board${query}`)).items

test('newsletters in folders, archived, copied, with their last sending; the calendar', async () => {
  const { id: listId } = await made('POST', '/lists', { name: 'L', fromEmail: 'news@x.test' })
  const document = { blocks: [{ type: 'text', id: 'a', html: '<p>Spring</p>' }] }
  const one = await made('POST', '/newsletters', {
    subject: 'Spring',
    source: { kind: 'blocks', document },
    listId,
  })
  const two = await made('POST', '/newsletters', { subject: 'Winter', text: 'x', listId })
  await made('PATCH', `/newsletters/${one.id}/place`, { folder: '2026' })
  const copy = await made('POST', `/newsletters/${one.id}/copy`, {})
  const rows = await board()
  assert.deepEqual(
    rows.map(({ id, name, folder, kind }) => [id, name, folder, kind]),
    [
      [copy.id, 'Spring (2)', '2026', 'blocks'],
      [two.id, 'Winter', '', 'html'],
      [one.id, 'Spring', '2026', 'blocks'],
    ],
  )
  const folders = await made('GET', '/newsletter-folders')
  assert.deepEqual(folders, {
    items: [{ folder: '2026', newsletters: 2 }],
    standings: { draft: 3, scheduled: 0, running: 0, sent: 0, needs: 0 },
    all: 3,
    archived: 0,
  })
  assert.deepEqual(
    (await board('?folder=')).map(({ id }) => id),
    [two.id],
  )
  assert.equal((await board('?q=SPRI')).length, 2)
  assert.equal((await board('?limit=1')).length, 1)
  await made('PATCH', `/newsletters/${copy.id}/place`, { archived: true })
  assert.deepEqual(
    (await board('?archived=true')).map(({ id }) => id),
    [copy.id],
  )
  assert.equal((await board()).length, 2)
  await made('PATCH', `/newsletters/${copy.id}/place`, { archived: false, folder: '' })
  assert.equal((await board()).length, 3)

  const at = '2031-03-04 09:00'
  const sending = await made('POST', '/sendings', { newsletterId: one.id, local: true, at })
  const last = (await board()).find(({ id }) => id === one.id)?.last
  assert.deepEqual([last?.id, last?.state, last?.emails], [sending.id, 'scheduled', 0])
  assert.deepEqual([last?.opened, last?.values], [0, []])
  const ids = async (standing: string) => (await board(`?standing=${standing}`)).map(({ id }) => id)
  assert.deepEqual(
    [await ids('scheduled'), await ids('draft'), await ids('sent'), await ids('needs')],
    [[one.id], [copy.id, two.id], [], []],
  )
  const calendar = '/calendar?from=2031-03-01&until=2031-04-01'
  const { sendings, triggers } = await made<CalendarAnswer>('GET', calendar)
  assert.deepEqual(
    [sendings.map(({ id, name }) => [id, name]), triggers],
    [[[sending.id, 'Spring']], []],
  )
  const before = '/calendar?from=2031-02-01&until=2031-03-01'
  assert.deepEqual((await made<CalendarAnswer>('GET', before)).sendings, [])
  assert.equal((await call('GET', '/calendar?from=2031-01-01&until=2032-01-01')).status, 400)

  // What is over decides only where nothing else is.
  await made('POST', `/sendings/${sending.id}/cancel`)
  // Nothing of it had gone: the newsletter is a draft as before.
  assert.deepEqual([await ids('sent'), await ids('draft')], [[], [copy.id, two.id, one.id]])
  assert.equal((await board()).find(({ id }) => id === one.id)?.last, null)
  const later = await made('POST', '/sendings', { newsletterId: one.id, local: true, at })
  const third = await made('POST', '/sendings', { newsletterId: one.id, local: true, at })
  await made('POST', `/sendings/${third.id}/cancel`)
  assert.equal((await board()).find(({ id }) => id === one.id)?.last?.id, later.id)
  await made('PATCH', `/newsletters/${two.id}/place`, { archived: true })
  const { standings, all, archived } = await made<FoldersAnswer>('GET', '/newsletter-folders')
  assert.deepEqual(
    [standings, all, archived],
    [{ draft: 1, scheduled: 1, running: 0, sent: 0, needs: 0 }, 2, 1],
  )

  const foreign = await setup.stranger('GET', '/newsletter-board')
  assert.deepEqual(foreign.body.items, [])
  assert.deepEqual((await setup.stranger('GET', calendar)).body.sendings, [])
})
