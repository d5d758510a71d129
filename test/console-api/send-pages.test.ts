/** What the pages for sending, watching and understanding ask: audience, progress, report, home. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
before(async () => {
  setup = await apiSetup()
  call = setup.call
})
after(() => setup.running.close())

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

const ask = async (text: string, values: unknown[] = []) =>
  (await setup.running.store.run({ name: '', text, again: false }, values)).rows

const list = (name: string) => made('POST', '/lists', { name, fromEmail: 'news@example.com' })

describe('the pages of a sending', () => {
  test('home, funnel, progress, report, recipients', async () => {
    const { id: listId } = await list('Garden')
    for (const name of ['a', 'b', 'c'])
      await made('POST', '/subscribers', { email: `${name}@gmail.com`, listId })
    const funnel = await made('POST', '/audiences', { listIds: [listId] })
    assert.equal(funnel.willGet, 3)
    const { id: newsletterId } = await made('POST', '/newsletters', {
      ...{ subject: 'News', html: '<p><a href="https://example.com/x">x</a></p>' },
    })
    const sent = await made('POST', '/sendings', { newsletterId, listId, holdSeconds: 0 })
    const at = `/sendings/${sent.id}`
    assert.deepEqual((await made('GET', `${at}/recipients`)).items, [])
    const { accountId, running } = setup
    const planned = await planSending(running.store, accountId, sent.id, 1e9)
    assert.equal(planned?.planned, funnel.willGet)
    await ask("update deliveries set state = 'accepted', next_try_at = null, changed_at = now()")
    const progress = await made('GET', `${at}/progress`)
    assert.deepEqual([progress.all, progress.done, progress.providers[0].name], [3, 3, 'Gmail'])
    const { figures } = await made('GET', `${at}/report`)
    assert.deepEqual([figures.sent, figures.delivered], [3, 3])
    assert.deepEqual((await made('GET', `${at}/hours`)).hours, [])
    assert.deepEqual((await made('GET', `${at}/links`)).links, [])
    assert.equal((await made('GET', `${at}/providers`)).providers[0].counts.accepted, 3)
    const { html } = await made('GET', `${at}/email`)
    assert.match(html, /<a data-link="1" href="https:\/\/example.com\/x">/)
    const page = await made('GET', `${at}/recipients?opened=no&state=accepted&limit=2`)
    assert.deepEqual([page.items.length, page.items[0].email], [2, 'a@gmail.com'])
    const rest = await made('GET', `${at}/recipients?opened=no&limit=2&after=${page.next}`)
    assert.deepEqual([rest.items.length, rest.next], [1, null])
    assert.equal((await made('GET', `/reports/sendings?ids=${sent.id}`)).items.length, 1)
    const home = await made('GET', '/home')
    assert.deepEqual([home.running.length, home.growth.subscribers], [1, 3])
  })
})
