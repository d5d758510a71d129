/** The domain of an account's return path by the JSON API: its records, its choice, its end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

const OWN = 'bounce.shop.example'

interface Named {
  part: string
  of: string
}

let setup: ApiSetup
let call: ApiClient
let dns: DnsServer
before(async () => {
  dns = await dnsServer({ 'mail.example.com': { A: ['8.8.4.4'] } })
  setup = await apiSetup({
    DNS_RESOLVER: dns.address,
    PUBLIC_URL: 'https://mail.example.com',
    BOUNCE_DOMAIN: 'bounce.example.com',
    SMTP_URL: 'smtp://smtp.example.com',
  })
  call = setup.call
})
after(async () => {
  await setup.running.close()
  await dns.close()
})

const listed = async () => (await call('GET', '/bounce-domains')).body
const states = async (domain: string) =>
  (await call('GET', `/bounce-domains/${domain}/dns`)).body.findings.map(
    ({ part, state }: { part: string; state: string }) => `${part} ${state}`,
  )

test('it is used once its records are published, and shown by the check of the sender', async () => {
  assert.deepEqual(await listed(), {
    items: [],
    installation: 'bounce.example.com',
    takesMail: false,
  })
  assert.deepEqual(await states(OWN), ['spf bad', 'mx bad'])
  const early = await call('PUT', `/bounce-domains/${OWN}`, {})
  assert.equal(early.status, 409)
  assert.match(early.body.detail, /The DNS of bounce\.shop\.example is not ready/)
  const found = (await call('GET', `/bounce-domains/${OWN}/dns`)).body.findings
  assert.deepEqual(
    found.map(({ records }: { records: { line: string }[] }) => records[0]!.line),
    [
      'bounce.shop.example. IN TXT ( "v=spf1 a:smtp.example.com ~all" )',
      'bounce.shop.example. IN MX 10 mail.example.com.',
    ],
  )
  dns.zone[OWN] = { MX: ['10 mail.example.com'], TXT: ['v=spf1 a:smtp.example.com ~all'] }
  assert.deepEqual(await states(OWN), ['spf ok', 'mx ok'])
  const used = await call('PUT', `/bounce-domains/${OWN.toUpperCase()}.`, {})
  assert.equal(used.status, 200, used.body.detail)
  assert.deepEqual(
    used.body.items.map(({ domain, isUsed }: { domain: string; isUsed: boolean }) => [
      domain,
      isUsed,
    ]),
    [[OWN, true]],
  )
  const { findings } = (await call('GET', '/sender-domains/shop.example/dns')).body
  assert.ok(findings.some(({ part, of }: Named) => part === 'mx' && of === OWN))
})

test('names of another account and of the installation, and texts that are none', async () => {
  const other = await setup.stranger('PUT', `/bounce-domains/${OWN}`, { unchecked: true })
  assert.match(other.body.detail, /The domain is taken/)
  assert.equal((await setup.stranger('DELETE', `/bounce-domains/${OWN}`)).status, 404)
  for (const name of ['bounce.example.com', 'MAIL.example.com', 'localhost', '127.0.0.1', 'a b.x'])
    for (const [method, path] of [
      ['PUT', ''],
      ['GET', '/dns'],
    ] as const) {
      const body = method === 'PUT' ? { unchecked: true } : undefined
      const answer = await call(method, `/bounce-domains/${encodeURIComponent(name)}${path}`, body)
      assert.equal(answer.status, 400, `${method} ${name}`)
    }
  assert.equal((await listed()).items.length, 1)
})

test('another takes its place, and the former one is kept until it is ended', async () => {
  const next = await call('PUT', '/bounce-domains/b2.shop.example', { unchecked: true })
  const shown = (items: { domain: string; isUsed: boolean }[]) =>
    items.map(({ domain, isUsed }) => `${domain} ${isUsed}`)
  assert.deepEqual(shown(next.body.items), ['b2.shop.example true', `${OWN} false`])
  assert.equal((await call('DELETE', '/bounce-domains/b2.shop.example')).status, 204)
  assert.deepEqual(shown((await listed()).items), ['b2.shop.example false', `${OWN} false`])
  assert.equal((await call('DELETE', `/bounce-domains/${OWN}?mail=end`)).status, 204)
  assert.deepEqual(shown((await listed()).items), ['b2.shop.example false'])
  const taken = await setup.stranger('PUT', `/bounce-domains/${OWN}`, { unchecked: true })
  assert.equal(taken.status, 200)
})

test('claimed by two accounts at once, one gets it', async () => {
  const wanted = [call, setup.stranger].map(by =>
    by('PUT', '/bounce-domains/wanted.bounce.example', { unchecked: true }),
  )
  const statuses = (await Promise.all(wanted)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 400])
})
