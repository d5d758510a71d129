/**
 * `pennypost dns check` and its line in `pennypost doctor`, run as a user runs them, against a DNS
 * server of the test.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type DnsServer, dnsServer } from '../support/dns-server.ts'
import { type CommandDatabase, migratedDatabase, pennypost } from './setup.ts'

let database: CommandDatabase
let dns: DnsServer
const env = () => ({
  ...database.env,
  DNS_RESOLVER: dns.address,
  PUBLIC_URL: 'https://mail.example.com',
  TRUST_PROXY: '127.0.0.1',
  BOUNCE_DOMAIN: 'bounce.example.com',
  SMTP_URL: 'smtp://smtp.example.com',
})
const run = (...args: string[]) => pennypost(args, { env: env() })
const done = async (...args: string[]) => {
  const { code, out, err } = await run(...args)
  assert.equal(code, 0, err)
  return out
}

interface Report {
  ok: boolean
  findings: {
    check: string
    state: string
    records?: { name: string; value: string; zoneLine: string }[]
  }[]
}
const check = async (...args: string[]) => {
  const { code, out, err } = await run('dns', 'check', 'example.com', '--json', ...args)
  assert.equal(err, '')
  const report = JSON.parse(out) as Report
  assert.equal(code, report.ok ? 0 : 1)
  return report
}
const wrong = ({ findings }: Report) =>
  findings
    .filter(({ state }) => state !== 'ok' && state !== 'none')
    .map(one => `${one.state} ${one.check}`)

before(async () => {
  database = await migratedDatabase()
  dns = await dnsServer({
    'example.com': {},
    'bounce.example.com': { TXT: ['v=spf1 a:smtp.example.com -all'], MX: ['10 mail.example.com'] },
    'mail.example.com': { A: ['8.8.4.4'] },
    'smtp.example.com': { A: ['8.8.8.8'] },
    '8.8.8.8.in-addr.arpa': { PTR: ['smtp.example.com'] },
    '_dmarc.example.com': { TXT: ['v=DMARC1; p=none; rua=mailto:d@example.com'] },
  })
  assert.equal(
    (await pennypost(['account', 'add', 'shop'], { input: 'a long secret', env: database.env }))
      .code,
    0,
  )
  await done('list', 'add', 'News', '--from-email', 'news@example.com')
})
after(async () => {
  await dns.close()
  await database.drop()
})

describe('dns check', () => {
  test('without keys, with keys that are not published, and with all published by copying', async () => {
    assert.deepEqual(wrong(await check()), ['bad DKIM', 'warn alignment'])
    await done('dkim', 'add', 'example.com', '--selector', 'one')
    const missing = await check()
    assert.deepEqual(wrong(missing), ['bad DKIM one', 'warn DKIM one-ed'])
    for (const { name, value } of missing.findings.flatMap(({ records }) => records ?? []))
      dns.zone[name] = { TXT: [value] }
    assert.deepEqual(wrong(await check()), [])
    const plain = await done('dns', 'check', 'News@Example.COM.')
    assert.match(
      plain,
      /^ok {7}SPF of bounce\.example\.com\n {9}asked {4}TXT bounce\.example\.com\n {9}found {4}v=spf1/,
    )
    assert.match(plain, /\nAll is well\.\n$/)
  })

  test('a second pair that waits is asked for too, a retired one is not', async () => {
    await done('dkim', 'add', 'example.com', '--selector', 'two')
    assert.deepEqual(wrong(await check()), ['warn DKIM two', 'warn DKIM two-ed'])
    await done('dkim', 'retire', 'example.com', 'one', '--yes')
    assert.deepEqual(wrong(await check()), ['bad DKIM two', 'warn DKIM two-ed'])
    await done('dkim', 'retire', 'example.com', 'two', '--yes')
    await done('dkim', 'add', 'example.com', '--selector', 'three')
    for (const { name, value } of (await check()).findings.flatMap(({ records }) => records ?? []))
      dns.zone[name] = { TXT: [value] }
    assert.deepEqual(wrong(await check()), [])
  })

  test('says what to copy, for forms and for zone files', async () => {
    const other = await dnsServer({ ...dns.zone, '_dmarc.example.com': {} })
    const { code, out } = await run('dns', 'check', 'example.com', '--resolver', other.address)
    await other.close()
    assert.equal(code, 1)
    const copy = [
      'Name: +_dmarc.example.com',
      'Type: +TXT',
      'Value: +v=DMARC1; p=none; rua=mailto:dmarc@example.com',
    ]
    assert.match(out, new RegExp(`bad +DMARC\n[^]*do +Publish one[^]*\n +${copy.join('\n +')}\n`))
    assert.match(
      out,
      /zone: +_dmarc\.example\.com\. IN TXT \( "v=DMARC1; p=none; rua=mailto:dmarc@example\.com" \)/,
    )
    assert.match(out, /\n1 to be done\.\n$/)
  })

  test('a resolver that is not there is told as such', async () => {
    const gone = await dnsServer()
    await gone.close()
    const report = await check('--resolver', gone.address)
    assert.ok(report.findings.every(({ state, records }) => state === 'unknown' && !records))
    const { out, code } = await run('dns', 'check', 'example.com', '--resolver', gone.address)
    assert.equal(code, 1)
    assert.match(out, /The resolver cannot be reached. It is unknown whether the record exists/)
  })

  test('an invalid domain or resolver', async () => {
    const fails = async (args: string[], says: RegExp) => {
      const { code, out, err } = await run('dns', 'check', ...args)
      assert.match(err, says)
      assert.deepEqual([code, out], [1, ''])
    }
    for (const domain of ['example', '1.2.3.4', 'exa mple.com', 'a@'])
      await fails([domain], /is not a domain like example\.com/)
    await fails(
      ['example.com', '--resolver', 'dns.example.com'],
      /^--resolver wants addresses of resolvers/,
    )
    assert.equal((await run('dns', 'check')).code, 2)
  })
})

test('doctor looks at the domains of the lists, where there is a relay', async () => {
  const examine = async (more: Record<string, string> = {}) => {
    const { out, code } = await pennypost(['doctor', '--json'], { env: { ...env(), ...more } })
    const findings = JSON.parse(out).findings as {
      check: string
      state: string
      says: string
      todo?: string
    }[]
    return { code, dns: findings.filter(finding => finding.check === 'dns') }
  }
  const domain = 'example.com'
  const says = `${domain}: all records that receivers check exist.`
  const nothing = { todo: null, remedy: null }
  assert.deepEqual((await examine()).dns, [
    { check: 'dns', state: 'ok', says, code: 'dns-fine', values: { domain }, ...nothing },
  ])
  await done('list', 'add', 'Offers', '--from-email', 'offers@shop.example.net')
  const { dns: both } = await examine()
  assert.equal(both[0]!.state, 'ok')
  assert.match(both[1]!.says, /^shop\.example\.net: to be done: domain, DKIM, DMARC, alignment\.$/)
  assert.deepEqual([both[1]!.state, both[1]!.todo], ['bad', 'pennypost dns check shop.example.net'])
  const gone = await dnsServer()
  await gone.close()
  const unknown = (await examine({ DNS_RESOLVER: gone.address })).dns
  assert.equal(unknown[0]!.state, 'warn')
  assert.match(unknown[0]!.says, /not known, the resolver does not answer: SPF of bounce/)
  assert.deepEqual((await examine({ SMTP_URL: '' })).dns, [])
})
