/**
 * SPF records, as receivers read them: against a real DNS server, and against an independent
 * reader.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { spf } from 'mailauth/lib/spf/index.js'
import { createDns, type Dns, type RecordType } from '../../../src/mail/dns/ask.ts'
import { qualifierOfAll, readSpf, spfResult } from '../../../src/mail/dns/spf.ts'
import { type DnsServer, dnsServer, type Zone } from '../../support/dns-server.ts'
import { checked, facts, txt } from './setup.ts'

const chain = (n: number): Zone =>
  Object.fromEntries(
    Array.from({ length: n }, (_, i) => [
      `c${i}.example`,
      txt(i < n - 1 ? `v=spf1 include:c${i + 1}.example ?all` : 'v=spf1 ip4:8.8.4.4'),
    ]),
  )
const zone: Zone = {
  ...chain(45),
  'networks.example': txt('v=spf1 ip4:8.8.8.0/24 ip6:2001:4860::/32 -ip4:1.1.1.1 ~all'),
  'hosts.example': {
    TXT: ['V=SPF1 a mx/24 a:v6.example//64 -all'],
    A: ['1.0.0.1'],
    MX: ['10 m1.example', '20 m2.example'],
  },
  'm1.example': { A: ['9.9.9.9'] },
  'm2.example': { A: ['8.8.4.4'], AAAA: ['2620:fe::fe'] },
  'v6.example': { AAAA: ['2001:4860:4860::8888'] },
  'includes.example': txt(
    'v=spf1 -include:deny.example include:networks.example ?include:hosts.example -all',
  ),
  'deny.example': txt('v=spf1 ip4:8.8.8.77 -all'),
  'moved.example': txt('v=spf1 ip4:9.9.9.10 redirect=networks.example exp=why.example unknown=x'),
  'ignored.example': txt('v=spf1 -all redirect=networks.example'),
  'neutral.example': txt('v=spf1 ip4:9.9.9.9'),
  'ten.example': txt('v=spf1 include:c35.example -all'),
  'eleven.example': txt('v=spf1 include:c34.example -all'),
  'no-spf.example': txt('google-site-verification=x', 'v=spf10 -all'),
  'broken.example': txt('v=spf1 include:no-spf.example -all'),
  'broken2.example': txt('v=spf1 include:two.example -all'),
  'two.example': txt('v=spf1 -all', 'v=spf1 ~all'),
  'circle.example': txt('v=spf1 include:circle2.example -all'),
  'circle2.example': txt('v=spf1 include:circle.example -all'),
  'typo.example': txt('v=spf1 ipv4:1.2.3.4 -all'),
  'typo2.example': txt('v=spf1 ip4:1.2.3.400 -all'),
  'typo3.example': txt('v=spf1 include: -all'),
  'typo4.example': txt('v=spf1 , -all'),
  'voids.example': txt('v=spf1 a:no1.example a:no2.example a:no3.example -all'),
  'macro.example': txt('v=spf1 exists:%{i}.list.example ip4:8.8.8.8 -all'),
  'lame.example': txt('v=spf1 include:lame2.example -all'),
  'lame2.example': 'servfail',
}
let server: DnsServer
let dns: Dns
before(async () => {
  server = await dnsServer(zone)
  dns = createDns({ servers: [server.address], timeoutMillis: 30_000 })
})
after(() => server.close())

describe('the same as an independent reader', () => {
  const addresses = [
    '8.8.8.8',
    '8.8.8.77',
    '8.8.4.4',
    '1.1.1.1',
    '1.0.0.1',
    '9.9.9.9',
    '9.9.9.200',
    '9.9.9.10',
    '2001:4860:4860::1',
    '2001:4860:9::1',
    '2620:fe::fe',
    '4.4.4.4',
  ]
  const names = ['networks', 'hosts', 'includes', 'deny', 'moved', 'ignored', 'neutral', 'ten'].map(
    name => `${name}.example`,
  )
  for (const name of names)
    test(name, async () => {
      const { policy, wrong } = await readSpf(dns, name)
      assert.ok(policy && !wrong, wrong?.says)
      const resolver = resolverOf(dns) as never
      for (const address of addresses) {
        const theirs = await spf({
          sender: `a@${name}`,
          ip: address,
          helo: 'x.example',
          mta: 'y.example',
          strict: true,
          resolver,
        })
        assert.equal(spfResult(policy, address), theirs.status.result, address)
      }
    })

  test('and what it takes for an error is one here', async () => {
    for (const name of [
      'eleven',
      'broken',
      'broken2',
      'circle',
      'typo',
      'typo2',
      'typo3',
      'typo4',
      'voids',
    ].map(name => `${name}.example`)) {
      const theirs = await spf({
        sender: `a@${name}`,
        ip: '4.4.4.4',
        helo: 'x.example',
        mta: 'y.example',
        strict: true,
        resolver: resolverOf(dns) as never,
      })
      assert.equal(theirs.status.result, 'permerror', name)
      assert.ok((await readSpf(dns, name)).wrong, name)
    }
  })
})

/** Our questions in the shape of dns.resolve. */
const resolverOf = (dns: Dns) => async (name: string, type: string) => {
  const { values } = await dns.ask(type as RecordType, name)
  if (values.length === 0) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  if (type === 'TXT') return values.map(value => [value])
  return type === 'MX'
    ? values.map(value => ({
        priority: Number(value.split(' ')[0]),
        exchange: value.split(' ')[1],
      }))
    : values
}

describe('errors are named', () => {
  const says: Record<string, RegExp> = {
    'eleven.example': /^It needs 11 DNS lookups, and receivers allow 10\.$/,
    'c0.example': /^It needs more than 30 DNS lookups/,
    'broken.example': /^It includes no-spf\.example, which has no SPF record\.$/,
    'broken2.example': /^It includes two\.example, which has several SPF records\.$/,
    'circle.example': /^It includes circle\.example in a loop\.$/,
    'typo.example': /^It has "ipv4:1\.2\.3\.4", which is not an SPF mechanism\.$/,
    'typo2.example': /^"ip4:1\.2\.3\.400" in it is not an IPv4 network\.$/,
    'typo3.example': /^"include:" in it names no domain\.$/,
    'typo4.example': /^"," in it is invalid\.$/,
    'voids.example': /^It names more than 2 names that do not exist, including no3\.example/,
  }
  for (const [name, wrong] of Object.entries(says))
    test(name, async () => assert.match((await readSpf(dns, name)).wrong?.says ?? '', wrong))

  test('a question without an answer is not an error of the record', async () => {
    const { wrong, silent } = await readSpf(dns, 'lame.example')
    assert.equal(wrong, undefined)
    assert.equal(silent?.asked, 'TXT lame2.example')
  })

  test('what depends on the email is not judged', async () => {
    const { policy } = await readSpf(dns, 'macro.example')
    assert.deepEqual(
      [spfResult(policy!, '8.8.8.8'), spfResult(policy!, '4.4.4.4'), qualifierOfAll(policy!)],
      ['pass', 'unknown', '-'],
    )
  })
})

describe('findings on the return path', () => {
  const at = async (...records: string[]) =>
    (await checked({ 'bounce.example.com': { TXT: records, MX: ['10 mail.example.com'] } })).of(
      'SPF of bounce',
    )
  const cases: [what: string, records: string[], state: string, says: RegExp, copy?: string][] = [
    ['none', ['hello'], 'bad', /There is no SPF record/, 'v=spf1 a:smtp.example.com ~all'],
    [
      'several',
      ['v=spf1 a:smtp.example.com -all', 'v=spf1 include:x.example a:smtp.example.com +all'],
      'bad',
      /There are 2 SPF records/,
      'v=spf1 a:smtp.example.com include:x.example -all',
    ],
    [
      '+all',
      ['v=spf1 a:smtp.example.com +all'],
      'bad',
      /any server may send/,
      'v=spf1 a:smtp.example.com ~all',
    ],
    ['all', ['v=spf1 all'], 'bad', /any server may send/, 'v=spf1 ~all'],
    [
      '?all',
      ['v=spf1 a:smtp.example.com ?all'],
      'warn',
      /ends with \?all/,
      'v=spf1 a:smtp.example.com ~all',
    ],
    [
      'no end',
      ['v=spf1 a:smtp.example.com'],
      'warn',
      /has no "all"/,
      'v=spf1 a:smtp.example.com ~all',
    ],
    [
      'an error',
      ['v=spf1 ipv4:8.8.8.8 -all'],
      'bad',
      /treat the record as an error\. It has "ipv4:8\.8\.8\.8"/,
    ],
    [
      'without the relay',
      ['v=spf1 ip4:8.8.4.4 -all'],
      'bad',
      /does not list smtp\.example\.com/,
      'v=spf1 a:smtp.example.com ip4:8.8.4.4 -all',
    ],
    ['with a macro', ['v=spf1 exists:%{i}.x.example -all'], 'ok', /cannot be checked from here/],
  ]
  for (const [what, records, state, says, copy] of cases)
    test(what, async () => {
      const finding = await at(...records)
      assert.equal(finding.state, state)
      assert.match(finding.means, says)
      assert.deepEqual(finding.records?.map(({ value }) => value) ?? [], copy ? [copy] : [])
    })

  test('a relay elsewhere may send by other addresses; that of a known provider is included by its name', async () => {
    const relays = [{ name: 'a', host: 'email-smtp.eu-west-1.amazonaws.com' }]
    const known = { 'email-smtp.eu-west-1.amazonaws.com': { A: ['8.8.4.4'] } }
    const { of } = await checked(known, { relays })
    assert.equal(of('SPF of bounce').state, 'warn')
    assert.match(of('SPF of bounce').records![0]!.value, /^v=spf1 include:amazonses\.com a:smtp/)
    const none = await checked(
      { ...known, 'bounce.example.com': { MX: ['10 mail.example.com'] } },
      { relays: [...relays, { name: 'b', host: 'localhost' }] },
    )
    assert.equal(
      none.of('SPF of bounce').records![0]!.value,
      'v=spf1 include:amazonses.com a:mail.example.com ~all',
    )
  })

  test('that of the address in From matters only when it is broken', async () => {
    const from = async (entry: Zone[string] | null) =>
      (await checked({ 'example.com': entry })).of('SPF of example.com')
    assert.match((await from(null)).means, /Emails of Pennypost need none here/)
    assert.deepEqual(
      [
        (await from(null)).state,
        (await from(txt('v=spf1 +all'))).state,
        (await from('servfail')).state,
      ],
      ['ok', 'bad', 'unknown'],
    )
    const same = await checked({}, { bounceDomain: facts.domain })
    assert.equal(same.findings.filter(({ check }) => check.startsWith('SPF')).length, 1)
  })
})
