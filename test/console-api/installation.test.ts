/** Domains, relays, webhooks and the installation, by the JSON API of a service with a relay. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { webhookReceiver } from '../support/webhook-receiver.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
let dns: DnsServer
let relay: Sink
before(async () => {
  dns = await dnsServer({ 'example.com': {}, 'mail.example.com': { A: ['8.8.4.4'] } })
  relay = await startSink({ offers: [...OFFERS, 'AUTH PLAIN'] })
  setup = await apiSetup({
    DNS_RESOLVER: dns.address,
    PUBLIC_URL: 'https://mail.example.com',
    TRUST_PROXY: '127.0.0.1',
    FETCH_ALLOW: '127.0.0.1',
  })
  call = setup.call
  // The only account operates the installation.
  const text = "update accounts set closed_at = now() where username = 'other'"
  await setup.running.store.run({ name: '', text, again: false }, [])
})
after(async () => {
  await setup.running.close()
  await relay.stop()
  await dns.close()
})

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body?.detail}`)
  return answer.body
}

async function refused(method: string, path: string, body: unknown, pattern: RegExp) {
  const answer = await call(method, path, body)
  assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`)
  assert.match(answer.body.detail, pattern)
}

const log = async () => JSON.stringify((await made('GET', '/installation/audit')).items)

test('a sender domain: its records turn green as they are published', async () => {
  await made('POST', '/lists', { name: 'Customers', fromEmail: 'news@example.com' })
  const before = await made('GET', '/sender-domains')
  assert.deepEqual(before.items, [{ domain: 'example.com', lists: 1, signed: false }])
  const { items: keys } = await made('POST', '/dkim-keys', { domain: 'example.com' })
  const states = keys.map((key: { state: string; algorithm: string }) =>
    [key.state, key.algorithm].join(' '),
  )
  assert.deepEqual(states.sort(), ['signs ed25519', 'signs rsa'])
  const stateOf = async () => {
    const { findings } = await made('GET', '/sender-domains/news@example.com/dns')
    const [finding] = findings.filter(({ check }: { check: string }) => /^DKIM/.test(check))
    return finding
  }
  const missing = await stateOf()
  assert.equal(missing.state, 'bad')
  assert.match(missing.records[0].line, /_domainkey\.example\.com\. IN TXT \( "v=DKIM1/)
  for (const { record } of keys) dns.zone[record.name] = { TXT: [record.text] }
  assert.equal((await stateOf()).state, 'ok')
  await refused('GET', '/sender-domains/nonsense/dns', undefined, /not a domain/)
  await refused('POST', '/dkim-keys', { domain: 'example.com', selector: 'a b' }, /selector/)
  const { selector } = keys.find((key: { algorithm: string }) => key.algorithm === 'rsa')
  const retired = await made('POST', '/dkim-keys/retire', { domain: 'example.com', selector })
  assert.deepEqual(retired, { signing: [] })
  assert.equal((await made('GET', '/dkim-keys')).items[0].state, 'retired')
  const { items } = await made('GET', '/audit?kind=dkim')
  assert.deepEqual(
    items.map(({ action }: { action: string }) => action),
    ['dkim.retire', 'dkim.add', 'dkim.add'],
  )
  assert.deepEqual((await made('GET', '/installation/receiver-reports')).domains, [])
})

describe('a relay', () => {
  test('is added with its password, which no answer shows, limited, tried and removed', async () => {
    const base = '/installation/routes'
    const url = `smtp://user:hidden-word@127.0.0.1:${relay.port}?starttls=never`
    const added = await made('POST', base, { name: 'Bulk', url, dailyQuota: 1000 })
    assert.deepEqual([added.state, added.limits.dailyQuota], ['in-use', 1000])
    await refused('POST', base, { name: 'Other', url: 'http://x.test' }, /smtp/)
    await refused('POST', base, { name: 'bulk', url }, /already/)
    const edited = await made('PATCH', `${base}/bulk`, { dailyQuota: null, connections: 3 })
    assert.deepEqual([edited.limits.dailyQuota, edited.limits.connections], [null, 3])
    assert.equal((await made('POST', `${base}/bulk/pause`, { reason: 'moving' })).reason, 'moving')
    assert.equal((await made('POST', `${base}/bulk/resume`)).state, 'in-use')
    const gmail = await made('PATCH', `${base}/bulk/providers/gmail`, { ratePerSecond: 5 })
    assert.equal(gmail.ratePerSecond, 5)
    await refused('PATCH', `${base}/bulk/providers/x`, { ratePerSecond: 5 }, /no provider/)
    const warm = await made('PUT', `${base}/bulk/warm-up`, { first: 50 })
    assert.deepEqual(warm.warmUp, { first: 50, growth: 1.5, goal: 100_000 })
    assert.equal(warm.providerLimits[0].provider, 'Gmail')
    const fresh = await made('GET', `${base}/bulk/warm-up`)
    assert.deepEqual(fresh.providers, [])
    assert.deepEqual(fresh.plan[0], { day: fresh.today, quota: 50 })
    assert.deepEqual([fresh.plan[1].quota, fresh.plan.at(-1).quota], [75, null])
    const faster = await made('PATCH', `${base}/bulk/warm-up`, { growth: 2 })
    assert.deepEqual(faster.warmUp, { first: 50, growth: 2, goal: 100_000 })
    assert.equal(faster.plan[1].quota, 100)
    await made('DELETE', `${base}/bulk/warm-up`)
    await refused('PATCH', `${base}/bulk/warm-up`, { growth: 2 }, /does not warm up/)
    await made('DELETE', `${base}/bulk/providers/gmail`)
    const rule = { route: 'bulk', kind: 'newsletter' }
    const { id } = await made('POST', '/installation/route-rules', rule)
    const { items } = await made('GET', '/installation/route-rules')
    assert.deepEqual([items[0].route, items[0].kind], ['Bulk', 'newsletter'])
    const rules = '/installation/route-rules'
    const [{ id: accountId }] = (await made('GET', '/installation/accounts')).items
    const trial = (body: object) => made('POST', `${rules}/trial`, { accountId, ...body })
    assert.deepEqual(await trial({}), {
      ruleIds: [id],
      relays: [{ name: 'Bulk', obstacle: null, warms: false }],
      takes: 'Bulk',
      sandbox: false,
    })
    // A relay with rules takes no others.
    assert.deepEqual((await trial({ kind: 'transaction' })).takes, null)
    await made('PATCH', `${rules}/${id}`, { kind: null, senderDomain: 'Shop.Test' })
    assert.deepEqual((await trial({ senderDomain: 'shop.test' })).ruleIds, [id])
    assert.deepEqual((await trial({ senderDomain: 'other.test' })).ruleIds, [])
    await made('POST', `${base}/bulk/pause`)
    const paused = await trial({ senderDomain: 'shop.test' })
    assert.deepEqual([paused.takes, paused.relays[0].obstacle], [null, 'paused'])
    await made('POST', `${base}/bulk/resume`)
    await refused('PATCH', `${rules}/${id}`, { senderDomain: null }, /at least one/)
    await refused('PATCH', `${rules}/77`, { kind: 'test' }, /no rule 77/)
    await refused('PATCH', `${rules}/${id}`, { accountId, listId: 77 }, /no list 77/)
    await made('POST', rules, { route: 'bulk', kind: 'test' })
    const twin = { kind: 'test', senderDomain: null }
    await refused('PATCH', `${rules}/${id}`, twin, /says the same/)
    await made('DELETE', `${rules}/${id}`)
    await refused('POST', '/installation/route-rules', { route: 'bulk' }, /at least one/)
    const test = { to: 'me@example.com', from: 'news@example.com' }
    const tried = await made('POST', `${base}/bulk/test`, test)
    assert.equal(tried.outcome, 'accepted', JSON.stringify(tried))
    const steps = tried.steps.map(({ step, passed }: { step: string; passed: boolean }) =>
      passed ? step : `${step} failed`,
    )
    assert.deepEqual(steps, 'connect greeting ehlo auth mail rcpt data content dot'.split(' '))
    assert.equal(tried.certificate, null)
    await refused('POST', `${base}/none/test`, test, /no relay/)
    const sent = await call('POST', '/sample')
    assert.match(sent.body.detail, /no mailboxes/)
    await made('DELETE', `${base}/bulk`)
    assert.deepEqual((await made('GET', base)).items, [])
    const audited = await log()
    for (const action of ['route.add', 'route.shape', 'route.warm-up', 'route-rule.remove'])
      assert.ok(audited.includes(action), action)
    assert.ok(!audited.includes('hidden-word'))
  })
})

test('a webhook: added, tried, its key rotated', async () => {
  const receiver = await webhookReceiver()
  const added = await made('POST', '/webhooks', { name: 'shop', url: receiver.url })
  assert.match(added.secret, /^pps_/)
  const tried = await made('POST', '/webhooks/shop/test')
  assert.deepEqual([tried.ok, receiver.received.length], [true, 1])
  const rotated = await made('POST', '/webhooks/shop/rotate', { keepHours: 0 })
  assert.notEqual(rotated.secret, added.secret)
  await refused('POST', '/webhooks', { name: 'in', url: 'http://10.0.0.1/' }, /Nothing is sent/)
  await refused('POST', '/webhooks', { ...added, events: ['no'] }, /./)
  const body = JSON.stringify((await made('GET', '/audit?kind=webhook')).items)
  assert.ok(!body.includes(added.secret))
  await receiver.close()
})

test('mailboxes, kept messages and the installation itself', async () => {
  const base = '/installation/mailboxes'
  const url = 'pop3://user:hidden-word@127.0.0.1:9?tls=no'
  const { id, mailbox } = await made('POST', base, { url })
  assert.ok(!mailbox.includes('hidden-word'))
  assert.equal((await made('GET', base)).items[0].mailbox, mailbox)
  const checked = await made('POST', `${base}/${id}/check`)
  assert.deepEqual([checked.messages, checked.steps], [null, [{ step: 'connect', passed: false }]])
  assert.match(checked.trouble, /ECONNREFUSED/)
  assert.equal(checked.causes[0].code, 'mailbox-failed')
  const another = { url: 'imaps://user:other-word@127.0.0.1:9/INBOX', everySeconds: 300 }
  const edited = await made('PATCH', `${base}/${id}`, another)
  assert.equal(edited.mailbox, 'imaps://user@127.0.0.1:9/INBOX')
  assert.equal((await made('GET', base)).items[0].everySeconds, 300)
  await refused('PATCH', `${base}/${id}`, { url: 'ftp://x.test' }, /can't be used/)
  await refused('PATCH', `${base}/77`, { everySeconds: 60 }, /no mailbox 77/)
  assert.doesNotMatch(await log(), /other-word/)
  await refused('POST', base, { url: 'ftp://x.test' }, /can't be used/)
  await made('DELETE', `${base}/${id}`)
  assert.equal((await call('GET', '/bounces/77/message')).status, 404)
  const judged = await made('POST', '/bounces/rejudge', {})
  assert.deepEqual(judged, { read: 0, changed: 0, run: null, changes: [] })
  assert.deepEqual(await made('POST', '/bounces/set-aside/judge'), { again: 0 })
  const status = await made('GET', '/installation/status')
  assert.deepEqual([status.workers, status.troubles], [0, []])
  const { items } = await made('GET', '/installation/settings')
  assert.ok(items.some(({ name }: { name: string }) => name === 'PUBLIC_URL'))
  assert.equal((await made('GET', '/installation/store')).kind, 'embedded')
  const { findings } = await made('GET', '/installation/checks')
  assert.ok(findings.some(({ check }: { check: string }) => check === 'schema'))
  assert.ok(!(await log()).includes('hidden-word'))
})
