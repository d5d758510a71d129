/** What reports of receivers tell of a domain is told to an account whose key its DNS has. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keepReceiverReport } from '../../src/domain/receiver-reports/keep-report.ts'
import { type DnsServer, dnsServer, type Zone } from '../support/dns-server.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let dns: DnsServer
const zone: Zone = { 'shop.example': {}, 'rival.example': {}, 'dumb.example': 'silent' }

before(async () => {
  dns = await dnsServer(zone)
  setup = await apiSetup({ DNS_RESOLVER: dns.address })
})
after(async () => {
  await setup.running.close()
  await dns.close()
})

const reported = (domain: string) =>
  keepReceiverReport(setup.running.store, {
    kind: 'dmarc',
    reporter: 'google.com',
    reportId: domain,
    domain,
    beginAt: new Date(Date.now() - 86_400_000),
    endAt: new Date(),
    results: [],
    trouble: null,
    policy: 'none',
    emails: 5_000,
    passed: 5_000,
  })

/** Makes a pair of keys, and publishes it if it is asked to. */
async function sign(call: ApiClient, domain: string, isPublished: boolean): Promise<void> {
  const { status, body } = await call('POST', '/dkim-keys', { domain })
  assert.equal(status, 201, JSON.stringify(body))
  for (const { record } of isPublished ? body.items : []) zone[record.name] = { TXT: [record.text] }
}

const told = async (call: ApiClient): Promise<string[]> => {
  const { items } = (await call('GET', '/deliverability')).body
  return items.map(({ at }: { at: { id: string } }) => at.id)
}

test('a key for the domain of somebody else shows nothing of its reports', async () => {
  const { call, stranger } = setup
  for (const domain of ['shop.example', 'rival.example', 'dumb.example']) await reported(domain)
  await sign(call, 'shop.example', true)
  await sign(stranger, 'rival.example', false)
  await sign(stranger, 'dumb.example', false)
  // Of another one's key, in the right place.
  const [theirs] = (await stranger('GET', '/dkim-keys')).body.items.filter(
    (key: { domain: string }) => key.domain === 'rival.example',
  )
  const [mine] = (await call('GET', '/dkim-keys')).body.items
  zone[theirs.record.name] = { TXT: [mine.record.text] }
  assert.deepEqual(await told(call), ['shop.example'])
  assert.deepEqual(await told(stranger), [])
  assert.ok(dns.asked.some(one => one.startsWith(`TXT ${theirs.record.name}`)))
})
