/**
 * `/p` on the host of an account: the link of one's preferences by a typed address. What is
 * answered, what is kept, who is mailed, and how often.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseHost, claimHost } from '../../src/domain/hosts/manage-hosts.ts'
import { macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { askForLink, MOST_REQUESTS } from '../../src/domain/link-requests/link-requests.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { erase } from '../../src/domain/privacy/erase.ts'
import { savePublication } from '../../src/domain/published/publication.ts'
import { pathOfPublished } from '../../src/domain/published/published-address.ts'
import { formTime } from '../../src/mail/links/sign-up.ts'
import { settleDueLinkRequests } from '../../src/workers/link-requests.ts'
import { askAt } from '../support/at-host.ts'
import { moved } from '../support/moved.ts'
import { newReader } from './setup.ts'
import { newForm } from './sign-up-setup.ts'

let made = 0

async function withHost() {
  const reader = await newReader()
  const { service } = reader
  const accountId = reader.account.id
  const host = await claimHost(service.store, accountId, `ask-${++made}.example.test`, 'x.test')
  await chooseHost(service.store, accountId, host)
  const rows = async <Row>(text: string): Promise<Row[]> =>
    (await service.store.withClient(client => client.query(text, [accountId]))).rows
  const visit = (path: string, fields?: Record<string, string>, headers = {}) =>
    askAt(reader.origin, host, path, {
      headers,
      ...(fields && { body: new URLSearchParams(fields).toString() }),
    })
  const request = (email: string, network = '192.0.2.0/24') =>
    askForLink(service.store, accountId, { email, language: 'sv', network })
  return {
    ...reader,
    accountId,
    host,
    visit,
    request,
    rows,
    /** The mark of a page that was shown long enough ago. */
    async time() {
      const { text } = await visit('/p')
      await pause(2_100)
      return /name="t" value="([^"]+)"/.exec(text)![1]!
    },
    settle: () =>
      settleDueLinkRequests({
        store: service.store,
        publicUrl: 'https://mail.example.test',
        report: error => service.reported.push(error),
      }),
    kept: () =>
      rows<{ email_key: string; mailed_at: Date | null }>(
        'select * from link_requests where account_id = $1 order by email_key',
      ),
    mailed: async () =>
      (
        await rows<{ email: string }>(
          'select email from transactions where account_id = $1 order by id',
        )
      ).map(({ email }) => email),
    later: () =>
      rows(
        `update link_requests set asked_at = ${moved('asked_at', '-3660')},
           mailed_at = ${moved('mailed_at', '-3660')} where account_id = $1`,
      ),
  }
}

describe('asking for the link of one’s preferences', () => {
  test('stands on the host of an account only, in the language of the visitor', async () => {
    const { visit, origin, kept } = await withHost()
    for (const path of ['/p', '/p/', '/p?lang=xx']) {
      const { status, headers, text } = await visit(path)
      assert.deepEqual([status, headers['content-language']], [200, 'en'], path)
      assert.doesNotMatch(text, /<script/)
    }
    const spoken = await visit('/p', undefined, { 'Accept-Language': 'de-AT, en;q=0.5' })
    assert.match(spoken.text, /Link schicken/)
    assert.match((await visit('/p?lang=fi')).text, /Lähetä linkki/)
    for (const path of ['/p', '/p/', '/p?lang=sv'])
      assert.equal((await fetch(origin + path)).status, 404, path)
    assert.deepEqual(await kept(), [])
  })

  test('answers each address by the same bytes, known or not, and beyond the limits', async () => {
    const { visit, time, email, kept } = await withHost()
    const t = await time()
    const answers = new Set<string>()
    const addresses = [email, 'nobody@example.test', email.toUpperCase(), ' a@b.example ']
    for (let n = 0; n < MOST_REQUESTS + 20; n++) {
      const given = addresses[n] ?? `person-${n}@elsewhere.test`
      const { status, text } = await visit('/p', { email: given, t, lang: 'en' })
      assert.equal(status, 200, given)
      answers.add(text)
    }
    assert.equal(answers.size, 1)
    const keys = (await kept()).map(row => row.email_key)
    assert.ok(keys.includes(email))
    assert.ok(keys.length < MOST_REQUESTS, `${keys.length} kept`)
  })

  test('refuses what no person posts, and keeps nothing of it', async () => {
    const { visit, time, email, kept, service, accountId } = await withHost()
    const other = await withHost()
    const elsewhere = await other.time()
    const t = await time()
    const weekOld = formTime(
      macKeyOf(service.keys.newest()),
      { accountId, formId: 0 },
      new Date(Date.now() - 7 * 86_400_000),
    )
    const wrong: [string, Record<string, string>][] = [
      ['no address', { email: '', t }],
      ['two addresses', { email: `${email},${email}`, t }],
      ['a long one', { email: `${'x'.repeat(5_000)}@example.test`, t }],
      ['with a line', { email: `a\r\nBcc: b@example.test`, t }],
      ['no mark', { email }],
      ['an invented mark', { email, t: `${t.slice(0, -4)}aaaa` }],
      [
        'a mark of now',
        { email, t: /name="t" value="([^"]+)"/.exec((await visit('/p')).text)![1]! },
      ],
      ['a mark of another account', { email, t: elsewhere }],
      ['a page kept open for a week', { email, t: weekOld }],
    ]
    for (const [what, fields] of wrong) {
      const { status, text } = await visit('/p', fields)
      assert.equal(status, 400, what)
      assert.match(text, /<form method="post" action="\/p"/, what)
    }
    assert.equal((await visit('/p', { email, t, website: 'x' })).status, 200)
    assert.deepEqual(await kept(), [])
  })

  test('mails a known address once an hour, however it is spelled', async () => {
    const { email, request, settle, mailed, kept, later } = await withHost()
    await request(email)
    await request(email.toUpperCase())
    await settle()
    assert.deepEqual(await mailed(), [email])
    const tagged = email.replace('@', '+news@')
    for (const again of [email, tagged, email.toUpperCase()]) await request(again)
    await settle()
    assert.deepEqual(await mailed(), [email])
    await later()
    await request(email)
    await settle()
    assert.deepEqual(await mailed(), [email, email])
    assert.equal((await kept()).length, 1)
  })

  test('begun again after a crash, it is still one email', async () => {
    const { email, request, settle, mailed, rows } = await withHost()
    await request(email)
    await settle()
    await rows('update link_requests set mailed_at = null, due = now() where account_id = $1')
    await settle()
    assert.deepEqual(await mailed(), [email])
  })

  test('mails nobody who is unknown or opted out, and forgets their address at once', async () => {
    const { service, accountId, email, request, settle, mailed, kept } = await withHost()
    await optOut(service.store, accountId, { email, reason: '', listText: '', sendingText: '' })
    for (const one of [email, 'nobody@example.test']) await request(one)
    assert.equal((await kept()).length, 2)
    await settle()
    assert.deepEqual(await kept(), [])
    assert.deepEqual(await mailed(), [])
  })

  test('1,000 requests for 1,000 addresses: people get one each, strangers none', async () => {
    const { call, listId, email, request, settle, mailed, kept } = await withHost()
    const known = [email, 'one@known.test', 'two@known.test']
    for (const one of known.slice(1)) await call.InsertSubscriber({ email: one, name: '', listId })
    for (let n = 0; n < 1_000; n++) {
      const one = n % 400 === 0 ? known[n / 400]! : `guess-${n}@known.test`
      await request(one, `198.51.${n % 250}.0/24`)
    }
    while (await settle());
    assert.deepEqual((await mailed()).sort(), known.toSorted())
    assert.equal((await kept()).length, known.length)
  })

  test('a network asks for few of them in an hour', async () => {
    const { request, kept } = await withHost()
    for (let n = 0; n < 100; n++) await request(`guess-${n}@known.test`)
    assert.equal((await kept()).length, MOST_REQUESTS)
  })

  test('an erased person leaves no request', async () => {
    const { service, accountId, email, request, settle, kept } = await withHost()
    await request(email)
    await settle()
    assert.equal((await kept()).length, 1)
    await erase(service.store, accountId, email)
    assert.deepEqual(await kept(), [])
  })
})

describe('the way to that page', () => {
  const WAY = /<a href="[^"]*\/p\?lang=en">/
  const english = { 'Accept-Language': 'en' }

  async function pagesOf(withOwnHost: boolean) {
    const made = await newForm({ asked: [] })
    const { service, accountId, listId, path } = made
    await savePublication(service.store, accountId, listId, { active: true, slug: 'news' })
    const host = withOwnHost ? `way-${accountId}.example.test` : '127.0.0.1'
    if (withOwnHost) {
      await claimHost(service.store, accountId, host, 'x.test')
      await chooseHost(service.store, accountId, host)
    }
    const see = async (at: string, fields?: Record<string, string>) => {
      const body = fields && new URLSearchParams(fields).toString()
      const more = body === undefined ? {} : { body }
      return (await askAt(made.origin, host, at, { headers: english, ...more })).text
    }
    const time = await made.time()
    const consent = { consent: 'yes', lang: 'en', t: time }
    const sent = await see(path, { email: 'eva@example.test', ...consent })
    await made.settle()
    const [signUp] = await made.signUps()
    const confirm = made.confirmPath(Number(signUp.id))
    await see(confirm, { confirm: 'yes' })
    const again = await see(path, { email: 'eva@example.test', ...consent })
    return {
      again,
      sent,
      form: await see(path),
      confirmed: await see(confirm),
      published: await see(pathOfPublished(accountId, 'news')),
      unknown: await see('/u/1.1.s1.1.abc'),
      cut: await see(confirm.slice(0, -1)),
    }
  }

  test('stands on pages of an account with a host, the same for known addresses', async () => {
    const { again, sent, ...others } = await pagesOf(true)
    assert.equal(again, sent)
    for (const [name, text] of Object.entries({ sent, ...others })) assert.match(text, WAY, name)
  })

  test('and on none of an account without one, where nothing would be there', async () => {
    for (const [name, text] of Object.entries(await pagesOf(false)))
      assert.doesNotMatch(text, WAY, name)
  })
})
