/**
 * Five accounts on five hosts. Each sends a newsletter and the emails of forms and preferences by
 * real SMTP; every address in them, and on all pages that these lead to, is walked: it is of the
 * host of its account, names no other one, and leads nowhere on the hosts of the others.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sessionCookie } from '../../src/console-api/visitor.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { brandOf } from '../../src/domain/brand/keep-brand.ts'
import { pathOfForm } from '../../src/domain/forms/form.ts'
import { macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { createLog } from '../../src/lib/log.ts'
import { clickToken } from '../../src/mail/links/click-tokens.ts'
import { formTime } from '../../src/mail/links/sign-up.ts'
import { startSendingWorkers } from '../../src/start/sending-workers.ts'
import { apiClient } from '../console-api/api-setup.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { askAt } from '../support/at-host.ts'
import { noise } from '../support/noise.ts'
import { LOW_COST } from '../support/password-cost.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const INSTALLATION = 'mail.example.test'
const ACCOUNTS = [1, 2, 3, 4, 5]

interface Tenant {
  accountId: number
  host: string
  /** A word of its texts, which stand on no page of another. */
  mark: string
  /** Whose emails it sends. */
  domain: string
  /** Where the walk begins, beside the emails. */
  starts: string[]
  emails: string[]
}

let running: RunningApp
let sink: Sink
let workers: Awaited<ReturnType<typeof startSendingWorkers>>
const tenants: Tenant[] = []

before(async () => {
  sink = await startSink({ keep: 100 })
  const env = {
    PUBLIC_URL: `https://${INSTALLATION}`,
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    SIGN_UP_MX: 'no',
  }
  running = await startApp(env)
  const { config, store, keys, sealer } = running
  const log = createLog({ level: 'silent' })
  workers = await startSendingWorkers({ config, store, keys, sealer, log })
  for (const n of ACCOUNTS) tenants.push(await newTenant(n))
  for (const tenant of tenants) tenant.emails = await emailsOf(tenant)
})
after(async () => {
  await workers?.stop()
  await running?.close()
  await sink?.stop()
})

const ask = (host: string, path: string, more = {}) => askAt(running.origin, host, path, more)
const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields).toString() })

async function newTenant(n: number): Promise<Tenant> {
  const { store, keys, origin } = running
  const mark = `Brand-${n}`
  const [host, domain] = [`news.tenant-${n}.test`, `shop-${n}.test`]
  const added = await addAccount(store, {
    username: mark,
    password: 'a long secret',
    cost: LOW_COST,
  })
  const accountId = added!.id
  const cookie = `${sessionCookie.name(`https://${INSTALLATION}`)}=${await openSession(store, accountId)}`
  const api = apiClient(origin, { cookie, 'X-Pennypost-Console': '1' })
  async function call(method: string, path: string, body?: unknown) {
    const answer = await api(method, path, body)
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  await call('POST', '/hosts', { host })
  await call('PUT', `/hosts/${host}/default`, { unchecked: true })
  const picture = await call(
    'POST',
    `/media?name=a.png&alt=${mark}`,
    await (await noise(40, 40)).png(),
  )
  const brand = await brandOf(store, accountId)
  const logo = { src: picture.src, alt: mark, width: 40, href: '' }
  const sender = { name: mark, email: `news@${domain}`, replyTo: '' }
  const links = { imprint: `https://${domain}/imprint`, privacy: `https://${domain}/privacy` }
  await call('PUT', '/brand', { ...brand, logo, sender, links, address: `${mark} Street` })
  const list = { fromName: mark, fromEmail: `news@${domain}` }
  const { id: listId } = await call('POST', '/lists', { name: `${mark} Letter`, ...list })
  const { id: more } = await call('POST', '/lists', { name: `${mark} Offers`, ...list })
  await call('PATCH', '/preferences', {
    lists: [{ id: more, often: `${mark} monthly` }],
    confirmedLists: [more],
  })
  const formerId = n.toString(16).padStart(32, '0')
  const { id: formId } = await call('POST', '/forms', { name: mark, listIds: [listId], formerId })
  const place = await call('PATCH', `/lists/${listId}/published`, {
    active: true,
    title: mark,
    formId,
  })
  const email = `ada@readers-${n}.test`
  await call('POST', '/subscribers', { listId, email, name: 'Ada' })
  const html = `<p>${mark} for {{ name | default: "you" }} <img src="${picture.src}" alt="">
    <a href="https://${domain}/offer">offer</a> <a href="{{ web_version_url }}">web</a>
    <a href="{{ unsubscribe_url }}">leave</a> <a href="{{ preferences_url }}">choose</a>
    <a href="{{ measuring_url }}">measured</a></p>`
  const letter = { subject: `${mark} news`, source: { kind: 'html', html }, listId }
  const { id: newsletterId } = await call('POST', '/newsletters', letter)
  const order = { newsletterId, listId, anyway: true, local: true, holdSeconds: 0 }
  const { id: sendingId } = await call('POST', '/sendings', order)
  await until(async () => (await call('GET', `/sendings/${sendingId}`)).state === 'finished')
  const report = await call('POST', `/sendings/${sendingId}/links-to-report`, {})

  const key = macKeyOf(keys.newest())
  const seen = (id: number) =>
    formTime(key, { accountId, formId: id }, new Date(Date.now() - 9_000))
  const path = pathOfForm(accountId, formId)
  const asked = form({ email: `bo@readers-${n}.test`, name: 'Bo', t: seen(formId), consent: 'yes' })
  assert.equal((await ask(host, path, asked)).status, 200)
  assert.equal((await ask(host, '/p', form({ email, t: seen(0) }))).status, 200)
  const clicked = {
    accountId,
    of: 'sending' as const,
    ofId: sendingId,
    link: 1,
    id: 1,
    at: Date.now(),
  }
  const starts = [
    report.url,
    place.address,
    `https://${host}${path}`,
    ...['/p', '/c.js', `/c.gif?t=${clickToken(key, clicked)}&value=1`].map(
      at => `https://${host}${at}`,
    ),
    `https://${host}/public/process-subscription-form.aspx?formId=${formerId}`,
    ...['/latest', '/feed.xml', '/feed.json', '/sitemap.xml'].map(at => place.address + at),
  ]
  return { accountId, host, mark, domain, starts, emails: [] }
}

/** As text: quoted-printable taken back. */
const decoded = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

/** The newsletter, and what its page of preferences, the form and `/p` send. */
async function emailsOf({ host, mark }: Tenant): Promise<string[]> {
  const readers = `@readers-${mark.at(-1)}.test`
  const got = () => sink.messages.filter(({ rcpts }) => rcpts.some(one => one.includes(readers)))
  const page = await until(() => {
    const all = got().map(({ bytes }) => decoded(bytes))
    return new RegExp(`https://${host}(/p/[\\w.-]+)`).exec(all.join('\n'))?.[1]
  })
  const shown = /name="shown" value="2"/.test((await ask(host, page)).text)
  assert.ok(shown, 'the list that is offered')
  // A pause is of newsletters: what she asks for now is transactional, and comes.
  assert.equal((await ask(host, page, form({ pause: '30' }))).status, 200)
  assert.equal((await ask(host, page, form({ wish: 'data' }))).status, 200)
  const both = 'shown=1&shown=2&list=1&list=2'
  assert.equal((await ask(host, page, { body: both })).status, 200)
  await until(() => got().length >= 5)
  return got().map(({ bytes }) => decoded(bytes))
}

/** All addresses that a text names; those without a host are of the page. */
function addressesIn(text: string, at: string): URL[] {
  const plain = text
    .replace(/&(?:quot|#34);|\\"/g, '"')
    .replace(/&[gl]t;/g, ' ')
    .replaceAll('&amp;', '&')
  const whole = plain.match(/https?:\/\/[^\s"'<>\\)\]]+/g) ?? []
  const ofPage = [...plain.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, value]) => value!)
  return [...whole, ...ofPage]
    .filter(one => URL.canParse(one, at))
    .map(one => new URL(one, at))
    .filter(({ protocol }) => /^https?:$/.test(protocol))
}

/** Names of formats, which nobody follows. */
const FORMATS = ['www.w3.org', 'jsonfeed.org', 'www.sitemaps.org', 'purl.org']
const NAMES = /Brand-\d|tenant-\d|shop-\d|readers-\d|mail\.example\.test/g
const kindOf = (path: string): string => /^\/[a-z]+/.exec(path)?.[0] ?? path

/** The paths that are there on the host, after all of them were read. */
async function walk({ host, domain, mark, starts, emails }: Tenant): Promise<Map<string, number>> {
  const n = mark.at(-1)!
  const seen = new Map<string, number>()
  const open = [...starts]
  function take(text: string, at: string): void {
    for (const one of addressesIn(text, at)) {
      const known = [host, domain, ...FORMATS].includes(one.hostname)
      assert.ok(known, `${one} in ${at}`)
      if (one.hostname === host) open.push(one.href)
    }
  }
  for (const email of emails) take(email, `https://${host}/`)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { hostname, pathname, search, href } = new URL(next)
    assert.equal(hostname, host, href)
    const path = pathname + search
    if (seen.has(path)) continue
    const { status, headers, text } = await ask(host, path)
    seen.set(path, status)
    assert.ok([200, 302, 303].includes(status), `${href}: ${status}`)
    assert.equal(headers['set-cookie'], undefined, href)
    const named = (JSON.stringify(headers) + text).match(NAMES) ?? []
    for (const one of named) assert.ok(one.endsWith(`-${n}`), `${one} in ${href}`)
    if (headers.location !== undefined) take(`href="${headers.location}"`, href)
    if (!/^image|javascript/.test(headers['content-type'] ?? '')) take(text, href)
  }
  return seen
}

/** What each host has: asking for a link, the script of shops, pictures of no account. */
const isOfAll = (path: string): boolean => /^\/(?:p(?:\?|$)|c\.js|m\/0-)/.test(path)

describe('five accounts on five hosts', () => {
  const walked = new Map<Tenant, Map<string, number>>()

  test('all that emails and pages name is on the host of their account', async () => {
    for (const tenant of tenants) {
      const seen = await walk(tenant)
      walked.set(tenant, seen)
      const kinds = new Set([...seen.keys()].map(kindOf))
      for (const kind of '/a /c /d /f /m /o /p /public /r /s /t /u /w'.split(' '))
        assert.ok(kinds.has(kind), `${kind} was not walked: ${[...kinds]}`)
    }
  })

  test('nothing of it is on the host of another, by no method', async () => {
    for (const [tenant, seen] of walked)
      for (const other of tenants.filter(one => one !== tenant))
        for (const path of seen.keys())
          for (const method of isOfAll(path) ? [] : ['GET', 'HEAD', 'POST']) {
            const { status, headers, text } = await ask(other.host, path, { method })
            const what = `${method} ${path} of ${tenant.host} on ${other.host}`
            assert.equal(status, 404, what)
            assert.equal(headers['set-cookie'], undefined, what)
            assert.doesNotMatch(JSON.stringify(headers) + text, NAMES, what)
          }
  })

  test('each host says the same of an address that is nobody’s and of one of another', async () => {
    const [one, other] = tenants as [Tenant, Tenant]
    const path = [...walked.get(one)!.keys()].find(at => kindOf(at) === '/u')!
    const forged = path.replace(/.$/, letter => (letter === 'a' ? 'b' : 'a'))
    const answers = [path, forged].map(at => ask(other.host, at))
    const [foreign, unknown] = await Promise.all(answers)
    assert.equal(foreign!.text, unknown!.text)
    assert.equal(foreign!.status, unknown!.status)
  })

  test('links that have the host of the installation lead to the same pages', async () => {
    for (const [tenant, seen] of walked)
      for (const [path, status] of seen)
        if (!/^\/p(?:\?|$)/.test(path))
          assert.equal((await ask(INSTALLATION, path)).status, status, `${tenant.host} ${path}`)
  })
})
