/** A report by a link, without signing in: numbers only, until it expires or is revoked. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { closeAccount } from '../../src/domain/accounts/change-account.ts'
import { wordsOfLinks } from '../../src/domain/reports/sendings/link-words.ts'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
let sendingId: number
before(async () => {
  setup = await apiSetup()
  call = setup.call
  const list = { name: 'Garden <b>', fromEmail: 'news@example.com' }
  const { id: listId } = (await call('POST', '/lists', list)).body
  for (const name of ['ada', 'bo', 'cleo'])
    await call('POST', '/subscribers', { email: `${name}@people.test`, name, listId })
  const target = 'https://shop.example/offer?to=secret'
  const html = `<p>Hello {{ name }} <a href="${target}">The &amp; offer</a></p>`
  const { id: newsletterId } = (
    await call('POST', '/newsletters', { subject: 'News', source: { kind: 'html', html } })
  ).body
  const order = { newsletterId, listId, holdSeconds: 0, anyway: true }
  sendingId = (await call('POST', '/sendings', order)).body.id
})
after(() => setup.running.close())

const ask = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, values)

const links = () => `/sendings/${sendingId}/links-to-report`

/** The page of an address, as a stranger's browser gets it. */
async function shown(url: string, language = 'en') {
  const path = new URL(url).pathname
  const answer = await fetch(setup.running.origin + path, {
    headers: { 'Accept-Language': language },
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('a shared report', () => {
  test('is made once the sending has begun, and shows numbers alone', async () => {
    assert.equal((await call('POST', links(), {})).status, 409)
    const { accountId, running } = setup
    await planSending(running.store, accountId, sendingId, 1e9)
    await ask("update deliveries set state = 'accepted', next_try_at = null, changed_at = now()")
    await ask(
      `insert into links (account_id, source_kind, source_id, number, target)
       values ($1, 1, $2, 1, 'https://shop.example/offer?to=secret')`,
      [accountId, sendingId],
    )
    await ask(
      `insert into email_departures (account_id, sending_id, subscriber_id, everything, at)
       select $1, $2, min(id), false, now() from subscribers where account_id = $1`,
      [accountId, sendingId],
    )
    const made = await call('POST', links(), { days: 7 })
    assert.equal(made.status, 201)
    const { status, headers, text } = await shown(made.body.url)
    assert.equal(status, 200)
    for (const said of ['Report', 'News', 'The &#38; offer', 'shop.example', '3', '1 person'])
      assert.ok(text.includes(said), said)
    assert.ok(text.includes('Garden &#60;b&#62;'))
    for (const hidden of ['people.test', 'ada', 'cleo', 'secret', '/offer', '<script'])
      assert.ok(!text.includes(hidden), hidden)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
    assert.ok(!policy.includes('script-src'))
    assert.equal(headers.get('x-robots-tag'), 'noindex')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    for (const [language, word] of [
      ['sv-SE,en', 'Avprenumererade'],
      ['de', 'Zugestellt'],
      ['fr', 'Delivered'],
    ] as const)
      assert.ok((await shown(made.body.url, language)).text.includes(word), language)
    const listed = (await call('GET', links())).body.items
    assert.deepEqual(
      listed.map(({ url }: { url: string }) => url),
      [made.body.url],
    )
    const [link] = (await call('GET', `/sendings/${sendingId}/links`)).body.links
    assert.equal(link.words, 'The & offer')
  })

  test('has at most 20 links, and each for at most a year', async () => {
    await ask('delete from shared_reports')
    assert.equal((await call('POST', links(), { days: 367 })).status, 400)
    for (let i = 0; i < 20; i++) assert.equal((await call('POST', links(), {})).status, 201)
    assert.match((await call('POST', links(), {})).body.detail, /20 links/)
    await ask('delete from shared_reports')
  })

  test('leads nowhere when guessed, revoked, expired, or its account closed or gone', async () => {
    const { running } = setup
    const make = async () => (await call('POST', links(), {})).body as { id: number; url: string }
    const gone = async (url: string) => {
      const { status, text, headers } = await shown(url)
      assert.equal(status, 404)
      assert.match(text, /This link does not work/)
      assert.ok(headers.get('content-security-policy')!.startsWith("default-src 'none'"))
    }
    const first = await make()
    const guessed = [
      first.url.replace(/.$/, last => (last === 'a' ? 'b' : 'a')),
      first.url.replace(/\.[^.]+(?=\.[^.]+$)/, '.999'),
      new URL('/r/', first.url).href,
      new URL(`/r/${'x'.repeat(5000)}`, first.url).href,
      // The token of a report is none of a confirmation.
      first.url.replace('/r/', '/w/'),
    ]
    for (const url of guessed) await gone(url)
    assert.equal((await shown(first.url)).status, 200)
    assert.equal((await setup.stranger('DELETE', `${links()}/${first.id}`)).status, 404)
    assert.equal((await call('DELETE', `${links()}/${first.id}`)).status, 204)
    const again = await call('DELETE', `${links()}/${first.id}`)
    assert.deepEqual([again.status, again.body.reason], [404, 'no-such-shared-report'])
    await gone(first.url)
    const second = await make()
    await ask('update shared_reports set expires_at = now() where id = $1', [second.id])
    await gone(second.url)
    const third = await make()
    await ask('delete from shared_reports where id = $1', [third.id])
    await gone(third.url)
    const fourth = await make()
    await closeAccount(running.store, 'shop')
    await gone(fourth.url)
  })
})

test('the words of a link are its text or that of its picture, of the first that has some', () => {
  const words = wordsOfLinks(
    '<a href="https://a.test/?x=1&amp;y=2">Read <b>more</b>\n now</a> text ' +
      '<a href="https://b.test/"><img src="x" alt="Roses"></a>' +
      '<a href="https://c.test/"><img src="x"></a><a href="https://c.test/">Late</a>' +
      `<a href="https://d.test/">${'w'.repeat(500)}</a><a>no address</a><a href="https://e.test/">open`,
  )
  assert.deepEqual(
    [...words],
    [
      ['https://a.test/?x=1&y=2', 'Read more now'],
      ['https://b.test/', 'Roses'],
      ['https://c.test/', 'Late'],
      ['https://d.test/', 'w'.repeat(80)],
      ['https://e.test/', 'open'],
    ],
  )
})
