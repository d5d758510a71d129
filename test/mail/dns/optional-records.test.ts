/** Records that emails arrive without: MTA-STS and TLS-RPT of the return path, BIMI. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allWell } from '../../../src/mail/dns/check.ts'
import { checked, txt } from './setup.ts'

const STS = '_mta-sts.bounce.example.com'
const TLS = '_smtp._tls.bounce.example.com'
const BIMI = 'default._bimi.example.com'
const reject = { '_dmarc.example.com': txt('v=DMARC1; p=reject; rua=mailto:d@example.com') }

test('what is not there is not needed, and no reason to fail', async () => {
  const { findings, of } = await checked()
  const none = findings.filter(({ state }) => state === 'none').map(({ check }) => check)
  const names = ['BIMI', 'MTA-STS of bounce.example.com', 'TLS-RPT of bounce.example.com']
  assert.deepEqual(none, names)
  assert.equal(allWell(findings), true)
  assert.equal(of('MTA-STS').records, undefined, 'first its policy')
  const served = (await checked({ 'mta-sts.bounce.example.com': { A: ['8.8.8.9'] } })).of('MTA-STS')
  assert.deepEqual(served.records, [{ name: STS, type: 'TXT', value: 'v=STSv1; id=1' }])
  assert.equal(of('TLS-RPT').records, undefined, 'no mailbox of ours takes reports')
  const takes = { reportAddress: 'dmarc-reports@bounce.example.com' }
  assert.deepEqual((await checked({}, takes)).of('TLS-RPT').records, [
    { name: TLS, type: 'TXT', value: 'v=TLSRPTv1; rua=mailto:tls-reports@bounce.example.com' },
  ])
})

test('without a return path there is nothing to encrypt', async () => {
  const { findings } = await checked({}, { bounceDomain: undefined })
  assert.equal(
    findings.some(({ part }) => part === 'mta-sts' || part === 'tls-rpt'),
    false,
  )
})

describe('MTA-STS', () => {
  const host = { 'mta-sts.bounce.example.com': { A: ['8.8.8.9'] } }
  const cases: [string, Record<string, object>, string, RegExp][] = [
    ['with its host', { [STS]: txt('v=STSv1; id=20260101;'), ...host }, 'ok', /is published/],
    ['without its host', { [STS]: txt('v=STSv1; id=1') }, 'warn', /no address of mta-sts\./],
    ['without an id', { [STS]: txt('v=STSv1;'), ...host }, 'warn', /no id/],
    ['with a long id', { [STS]: txt(`v=STSv1; id=${'a'.repeat(33)}`), ...host }, 'warn', /no id/],
    ['twice', { [STS]: txt('v=STSv1; id=1', 'v=STSv1; id=2'), ...host }, 'warn', /are 2 MTA/],
    ['of another version', { [STS]: txt('v=STSv12; id=1'), ...host }, 'none', /There is none/],
  ]
  for (const [name, zone, state, means] of cases)
    test(name, async () => {
      const found = (await checked(zone as never)).of('MTA-STS')
      assert.equal(found.state, state)
      assert.match(found.means, means)
    })
})

describe('TLS-RPT', () => {
  const cases: [string, string[], string][] = [
    ['with an address', ['v=TLSRPTv1; rua=mailto:tls@example.com'], 'ok'],
    ['without an address', ['v=TLSRPTv1;'], 'warn'],
    ['twice', ['v=TLSRPTv1; rua=mailto:a@example.com', 'v=TLSRPTv1; rua=mailto:b@b.test'], 'warn'],
  ]
  for (const [name, records, state] of cases)
    test(name, async () => {
      assert.equal((await checked({ [TLS]: txt(...records) })).of('TLS-RPT').state, state)
    })
})

describe('BIMI', () => {
  const logo = 'v=BIMI1; l=https://example.com/logo.svg'
  const cases: [string, string[], object, string, RegExp][] = [
    [
      'with a certificate',
      [`${logo}; a=https://example.com/logo.pem`],
      reject,
      'ok',
      /certificate/,
    ],
    ['without a certificate', [logo], reject, 'ok', /Gmail and Apple Mail do not show it/],
    ['with a policy of none', [logo], {}, 'warn', /DMARC has to say/],
    [
      'with a policy for some',
      [logo],
      { '_dmarc.example.com': txt('v=DMARC1; p=reject; pct=50; rua=mailto:d@example.com') },
      'warn',
      /for all emails/,
    ],
    ['without https', ['v=BIMI1; l=http://example.com/logo.svg'], reject, 'warn', /https/],
    ['as PNG', ['v=BIMI1; l=https://example.com/logo.png'], reject, 'warn', /SVG/],
    ['declined', ['v=BIMI1; l='], reject, 'ok', /has no logo/],
    ['twice', [logo, logo.replace('logo', 'two')], reject, 'warn', /more than one/],
  ]
  for (const [name, records, others, state, means] of cases)
    test(name, async () => {
      const found = (await checked({ [BIMI]: txt(...records), ...others })).of('BIMI')
      assert.equal(found.state, state)
      assert.match(found.means, means)
    })
})
