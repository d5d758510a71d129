/** The hosts of an account by the JSON API: added, led here by the DNS, chosen, taken away. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

const OWN = 'news.shop.example'

let setup: ApiSetup
let call: ApiClient
let dns: DnsServer
before(async () => {
  dns = await dnsServer({ 'mail.example.com': { A: ['8.8.4.4'] } })
  setup = await apiSetup({ DNS_RESOLVER: dns.address, PUBLIC_URL: 'https://mail.example.com' })
  call = setup.call
})
after(async () => {
  await setup.running.close()
  await dns.close()
})

const listed = async (by = call) =>
  (await by('GET', '/hosts')).body.items.map(
    ({ host, isDefault, retired }: { host: string; isDefault: boolean; retired: unknown }) =>
      `${host}${isDefault ? ' default' : ''}${retired === null ? '' : ' retired'}`,
  )

test('a host that leads elsewhere or nowhere is not the default, and one that leads here is', async () => {
  const added = await call('POST', '/hosts', { host: `${OWN.toUpperCase()}.` })
  assert.deepEqual([added.status, added.body.address], [201, `https://${OWN}`])
  for (const [records, code] of [
    [{ A: ['8.8.8.8'] }, 'host-elsewhere'],
    [undefined, 'host-nowhere'],
  ] as const) {
    if (records) dns.zone[OWN] = { A: [...records.A] }
    else delete dns.zone[OWN]
    const { status, body } = await call('PUT', `/hosts/${OWN}/default`, {})
    assert.deepEqual([status, body.code], [409, code], JSON.stringify([records, body]))
    assert.deepEqual(await listed(), [OWN])
  }
  dns.zone[OWN] = { A: ['8.8.4.4'] }
  const chosen = await call('PUT', `/hosts/${OWN}/default`, {})
  assert.equal(chosen.status, 200, chosen.body.detail)
  assert.deepEqual(await listed(), [`${OWN} default`])
})

test('a name in another script is kept and found in ASCII', async () => {
  const { body } = await call('POST', '/hosts', { host: 'Bréf.Shop.example' })
  assert.equal(body.host, 'xn--brf-cma.shop.example')
  const chosen = await call('PUT', `/hosts/${body.host.toUpperCase()}/default`, { unchecked: true })
  assert.equal(chosen.status, 200)
  assert.equal((await call('DELETE', `/hosts/${body.host}?links=end`)).status, 204)
})

test('claimed by two accounts at once, one has it, and the other changes nothing of it', async () => {
  const statuses = await Promise.all(
    [call, setup.stranger].map(async by => (await by('POST', '/hosts', { host: 'a.test' })).status),
  )
  assert.deepEqual(statuses.sort(), [201, 400])
  const taken = await setup.stranger('POST', '/hosts', { host: OWN })
  assert.deepEqual([taken.status, taken.body.code], [400, 'host-taken'])
  for (const [method, path, body] of [
    ['PUT', `/hosts/${OWN}/default`, { unchecked: true }],
    ['DELETE', `/hosts/${OWN}?links=end`, undefined],
    ['GET', `/hosts/${OWN}/dns`, undefined],
  ] as const)
    assert.equal((await setup.stranger(method, path, body)).status, 404, `${method} ${path}`)
})

test('chosen by two members at once, one is the default', async () => {
  const names = [1, 2, 3, 4].map(n => `n${n}.shop.example`)
  for (const host of names) await call('POST', '/hosts', { host })
  const answers = await Promise.all(
    names.map(host => call('PUT', `/hosts/${host}/default`, { unchecked: true })),
  )
  for (const { status, body } of answers) assert.equal(status, 200, body.detail)
  const defaults = (await listed()).filter((one: string) => one.endsWith(' default'))
  assert.equal(defaults.length, 1, JSON.stringify(defaults))
})

test('taken away twice it stays retired, and is in use again when it is added', async () => {
  for (const _ of [1, 2]) assert.equal((await call('DELETE', `/hosts/${OWN}`)).status, 204)
  assert.ok((await listed()).includes(`${OWN} retired`))
  const again = await call('PUT', `/hosts/${OWN}/default`, { unchecked: true })
  assert.deepEqual([again.status, again.body.code], [409, 'host-retired'])
  assert.equal((await call('POST', '/hosts', { host: OWN })).status, 201)
  assert.ok((await listed()).includes(OWN))
})
