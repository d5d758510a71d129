/**
 * Findings on a domain's DNS, against a real DNS server: DKIM, DMARC, alignment, MX, PTR, and
 * resolvers that fail. SPF has its own file.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDns, readResolvers } from '../../../src/mail/dns/ask.ts'
import { allWell } from '../../../src/mail/dns/check.ts'
import { advice } from '../../../src/mail/dns/words.ts'
import { dnsServer } from '../../support/dns-server.ts'
import { checked, facts, P, txt, wellZone } from './setup.ts'

test('all is well: everything is asked, everything is found', async () => {
  const { findings, wrong, of } = await checked()
  assert.deepEqual(wrong, [], JSON.stringify(findings, null, 1))
  assert.deepEqual(of('MX').found, ['10 mail.example.com', '20 b.example.com'])
  assert.match(of('SPF of bounce').means, /lists smtp\.example\.com\. It needs 2 of the 10/)
  assert.match(of('PTR').means, /8\.8\.8\.8 has the name smtp\.example\.com, which resolves to it/)
  assert.deepEqual(of('DMARC').asked, ['TXT _dmarc.example.com'])
  for (const { asked, means, check } of findings)
    assert.ok(asked.length > 0 && means.endsWith('.'), check)
})

test('a domain that is not there at all, and one that has no records of its own', async () => {
  const { state, means } = (await checked({ 'example.com': null })).of('domain')
  assert.equal(state, 'bad')
  assert.match(means, /domain example\.com does not exist/)
  assert.deepEqual((await checked({ 'example.com': {} })).wrong, [])
})

describe('DKIM', () => {
  const name = 'pp1._domainkey.example.com'
  const spoiled: [what: string, zone: Parameters<typeof checked>[0], says: RegExp][] = [
    [
      'not published',
      { [name]: null },
      /The RSA key is not published\. Its signatures cannot be verified/,
    ],
    [
      'another key',
      { [name]: txt('v=DKIM1; p=QUFB') },
      /The published key is not the one that emails are signed with/,
    ],
    [
      'the beginning of the key',
      { [name]: txt(`v=DKIM1; p=${P.slice(0, 239)}`) },
      /Only the first 239 of 400 characters of the key/,
    ],
    ['several', { [name]: txt(`v=DKIM1; p=${P}`, 'v=DKIM1; p=QUFB') }, /2 records under one name/],
    ['revoked', { [name]: txt('v=DKIM1; p=') }, /was revoked/],
    ['tried only', { [name]: txt(`v=DKIM1; t=y:s; p=${P}`) }, /t=y/],
    ['another kind', { [name]: txt(`v=DKIM1; k=ed25519; p=${P}`) }, /key type is ed25519/],
    [
      'SHA-1 only',
      { [name]: txt(`v=DKIM1; h=sha1; p=${P}`) },
      /does not allow signatures with SHA-256/,
    ],
    ['something else', { [name]: txt('hello') }, /not a DKIM record/],
  ]
  for (const [what, zone, says] of spoiled)
    test(what, async () => {
      const { of, wrong } = await checked(zone)
      const { state, means, records } = of('DKIM pp1')
      assert.deepEqual([wrong, state], [['DKIM pp1'], 'bad'])
      assert.match(means, says)
      assert.deepEqual(records, [{ name, type: 'TXT', value: facts.keys[0]!.record }])
    })

  test('without the Ed25519 one, or one that waits, emails are signed all the same', async () => {
    assert.equal(
      (await checked({ 'pp1-ed._domainkey.example.com': null })).of('DKIM pp1-ed').state,
      'warn',
    )
    const waits = { ...facts.keys[0]!, selector: 'pp2', signs: false }
    const { state, means } = (await checked({}, { keys: [...facts.keys, waits] })).of('DKIM pp2')
    assert.equal(state, 'warn')
    assert.match(means, /It does not sign yet; publish it before/)
  })

  test('no keys', async () => {
    const { of } = await checked({}, { keys: [] })
    const { state, shell } = of('DKIM')
    assert.deepEqual([state, shell], ['bad', 'pennypost dkim add example.com'])
    assert.equal(of('alignment').state, 'warn')
  })

  test('a record that is published through an alias, in pieces, or cut short by UDP', async () => {
    const whole = txt(facts.keys[0]!.record)
    assert.deepEqual(
      (
        await checked({
          [name]: { CNAME: 'keys.provider.example' },
          'keys.provider.example': whole,
        })
      ).wrong,
      [],
    )
    const { wrong, server } = await checked({ [name]: { cutShort: whole } })
    assert.deepEqual(wrong, [])
    assert.ok(server.asked.includes(`TXT ${name} tcp`))
  })
})

describe('DMARC', () => {
  const name = '_dmarc.example.com'
  const value = 'v=DMARC1; p=none; rua=mailto:dmarc@example.com'
  const cases: [
    what: string,
    records: string[] | null,
    state: string,
    says: RegExp,
    copy?: string,
  ][] = [
    ['none', null, 'bad', /There is no DMARC record/, value],
    [
      'others under the name',
      ['v=spf1 -all', 'v=DMARC2; p=none'],
      'bad',
      /There is no DMARC record/,
      value,
    ],
    ['several', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'bad', /2 DMARC records/],
    [
      'no policy',
      ['v=DMARC1; rua=mailto:d@example.com'],
      'bad',
      /p=; it must be none/,
      'v=DMARC1; p=none; rua=mailto:d@example.com',
    ],
    [
      'a policy that is none',
      ['v=DMARC1; p=block'],
      'bad',
      /ignore the record/,
      'v=DMARC1; p=none',
    ],
    [
      'nobody reads reports',
      ['v=DMARC1; p=reject;'],
      'warn',
      /should be rejected\. No one receives/,
      'v=DMARC1; p=reject; rua=mailto:dmarc@example.com',
    ],
    ['quarantine', ['v=DMARC1;p=quarantine;rua=mailto:d@x.example'], 'ok', /delivered as spam/],
  ]
  for (const [what, records, state, says, copy] of cases)
    test(what, async () => {
      const { of } = await checked({ [name]: records && txt(...records) })
      assert.equal(of('DMARC').state, state)
      assert.match(of('DMARC').means, says)
      assert.deepEqual(
        of('DMARC').records?.map(record => [record.name, record.value]) ?? [],
        copy ? [[name, copy]] : [],
      )
    })

  test('reports to this installation, which another domain must permit', async () => {
    const here = { bounceDomain: 'b.example', reportAddress: 'dmarc-reports@b.example' }
    const rua = 'v=DMARC1; p=none; rua=mailto:dmarc-reports@b.example'
    const permitted = 'example.com._report._dmarc.b.example'
    const none = await checked({ [name]: null }, here)
    assert.deepEqual(
      none.of('DMARC').records?.map(record => [record.name, record.value]),
      [
        [name, rua],
        [permitted, 'v=DMARC1;'],
      ],
    )
    const missing = await checked({ [name]: txt(rua) }, here)
    assert.equal(missing.of('DMARC reports').state, 'bad')
    assert.equal(missing.of('DMARC reports').records?.[0]?.name, permitted)
    const there = await checked({ [name]: txt(rua), [permitted]: txt('v=DMARC1;') }, here)
    assert.equal(there.of('DMARC reports').state, 'ok')
    const within = { bounceDomain: 'b.example.com', reportAddress: 'dmarc-reports@b.example.com' }
    const own = await checked({ [name]: null }, within)
    assert.equal(own.of('DMARC').records?.length, 1)
  })

  test('of the organisation, for a domain below it', async () => {
    const below = { domain: 'news.example.com' }
    const { of } = await checked(
      { [name]: txt('v=DMARC1; p=reject; sp=quarantine; rua=mailto:d@example.com') },
      below,
    )
    assert.deepEqual(of('DMARC').asked, ['TXT _dmarc.news.example.com', 'TXT _dmarc.example.com'])
    assert.match(of('DMARC').means, /delivered as spam\. It is inherited from example\.com/)
    const silent = await checked({ '_dmarc.news.example.com': 'servfail' }, below)
    assert.equal(silent.of('DMARC').state, 'unknown')
  })
})

describe('alignment', () => {
  const strict = txt('v=DMARC1; p=reject; adkim=s; aspf=s; rua=mailto:d@example.com')
  const below = { domain: 'news.example.com' }
  const elsewhere = { bounceDomain: 'bounces.provider.example' }
  test('by signature and return path, by one, by none', async () => {
    const of = async (...given: Parameters<typeof checked>) =>
      (await checked(...given)).of('alignment')
    assert.match((await of()).means, /pass DMARC by either/)
    const byKey = await of({}, elsewhere)
    assert.match(byKey.means, /by DKIM alone. With bounce\.example\.com as return path/)
    assert.deepEqual([byKey.state, (await of({}, { keys: [] })).state], ['ok', 'warn'])
    assert.equal((await of({}, { ...elsewhere, keys: [] })).state, 'bad')
    assert.match((await of({}, below)).means, /pass DMARC by either/)
    const strictly = await of({ '_dmarc.example.com': strict }, below)
    assert.equal(strictly.state, 'bad')
    assert.match(
      strictly.means,
      /requires that exact domain \(adkim=s\), and emails are signed for example\.com/,
    )
  })

  test('names side by side are of one organisation when a record above both says so', async () => {
    const side = { domain: 'news.example.com', keys: [], bounceDomain: 'bounce.example.com' }
    assert.equal((await checked({}, side)).of('alignment').state, 'warn')
    const apart = {
      '_dmarc.example.com': txt('v=DMARC1; p=reject; psd=y; rua=mailto:d@example.com'),
    }
    assert.equal((await checked(apart, side)).of('alignment').state, 'bad')
  })
})

describe('a resolver that does not answer is no record that is missing', () => {
  const names = [
    ...Object.keys(wellZone()),
    '_mta-sts.bounce.example.com',
    '_smtp._tls.bounce.example.com',
  ]
  for (const trick of ['silent', 'servfail', 'refused', { cutShort: 'for ever' }] as const)
    test(JSON.stringify(trick), async () => {
      const { findings } = await checked(Object.fromEntries(names.map(name => [name, trick])))
      const unknown = findings.filter(({ state }) => state === 'unknown')
      assert.deepEqual(
        unknown.map(({ check }) => check),
        [
          'SPF of bounce.example.com',
          'MX of bounce.example.com',
          'SPF of example.com',
          'DKIM pp1',
          'DKIM pp1-ed',
          'DMARC',
          'MTA-STS of bounce.example.com',
          'TLS-RPT of bounce.example.com',
          'PTR of smtp.example.com',
        ],
      )
      assert.equal(unknown.length, findings.length)
      for (const { means, records } of unknown)
        assert.ok(
          /resolver/.test(means) && !/There is no|not published/.test(means) && !records,
          means,
        )
      assert.equal(allWell(findings), false)
    })

  test('no server', async () => {
    const gone = await dnsServer()
    await gone.close()
    const answer = await createDns({ servers: [gone.address], timeoutMillis: 100 }).ask(
      'TXT',
      'example.com',
    )
    assert.deepEqual(answer, {
      state: 'silent',
      values: [],
      why: advice('resolver-unreachable'),
    })
  })
})

test('resolvers as people write them', () => {
  assert.deepEqual(
    readResolvers('192.0.2.53, 127.0.0.1:5353,[2001:db8::1]:53,2001:db8::2, localhost:53'),
    ['192.0.2.53', '127.0.0.1:5353', '[2001:db8::1]:53', '2001:db8::2', '127.0.0.1:53'],
  )
  for (const wrong of [
    '',
    'dns.example.com',
    '1.2.3.4:0',
    '1.2.3.4:70000',
    '1.2.3.4:',
    '[1.2.3.4]:53',
    '1.2.3',
    '1.2.3.4,',
  ])
    assert.throws(() => readResolvers(wrong), /^Error: addresses of resolvers/, wrong)
})
