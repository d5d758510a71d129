/** The origin of a request, as far as it shows by itself. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { networkOf } from '../../../../src/domain/tracking/machines/networks.ts'
import { type HitRequest, judgeRequest } from '../../../../src/domain/tracking/machines/verdict.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const APPLE_MAIL =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const SAFARI = `${APPLE_MAIL} Version/18.1 Safari/605.1.15`
const GMAIL =
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const GMAIL_AHEAD =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0'
const OUTLOOK = 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'

const asked = (given: Partial<HitRequest>) => {
  const { verdict, reason } = judgeRequest({
    kind: 'view',
    userAgent: FIREFOX,
    address: '203.0.113.7',
    ...given,
  })
  return `${verdict}: ${reason}`
}

describe('a request alone', () => {
  for (const [what, given, verdict] of [
    ['a browser', {}, 'person: browser'],
    ['a mail program', { userAgent: OUTLOOK }, 'person: mail program'],
    ['Apple Mail without protection', { userAgent: APPLE_MAIL }, 'person: mail program'],
    ['a browser that clicks', { kind: 'click' }, 'person: browser'],
    ['Gmail', { userAgent: GMAIL, address: '66.249.84.10' }, 'image proxy: gmail proxy'],
    [
      'Gmail, loading ahead',
      { userAgent: GMAIL_AHEAD, address: '66.249.84.10' },
      'privacy prefetch: gmail prefetch',
    ],
    [
      'Yahoo',
      { userAgent: 'YahooMailProxy; https://help.yahoo.com/kb/x.html' },
      'image proxy: yahoo proxy',
    ],
    ['Outlook on the web', { address: '40.94.35.1' }, 'image proxy: microsoft network'],
    [
      'Apple Mail with protection',
      { userAgent: 'Mozilla/5.0', address: '172.226.1.1' },
      'privacy prefetch: apple prefetch',
    ],
    [
      'Apple Mail through a relay',
      { userAgent: APPLE_MAIL, address: '172.226.1.1' },
      'privacy prefetch: apple relay',
    ],
    ['Safari through a relay', { userAgent: SAFARI, address: '172.226.1.1' }, 'person: browser'],
    [
      'a click through a relay',
      { kind: 'click', userAgent: SAFARI, address: '104.28.3.4' },
      'person: browser',
    ],
    ['Safe Links', { kind: 'click', address: '40.94.35.1' }, 'scanner: microsoft network'],
    ['Mimecast', { address: '91.220.42.9' }, 'scanner: mimecast network'],
    ['Proofpoint', { kind: 'click', address: '148.163.140.1' }, 'scanner: proofpoint network'],
    ['nothing', { userAgent: '' }, 'scanner: no agent'],
    ['a bare click', { kind: 'click', userAgent: 'Mozilla/5.0' }, 'scanner: bare agent'],
    ['curl', { kind: 'click', userAgent: 'curl/8.5.0' }, 'scanner: program'],
    ['a robot', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, 'scanner: robot'],
    [
      'a driven browser',
      { userAgent: FIREFOX.replace('Firefox', 'HeadlessChrome') },
      'scanner: driven browser',
    ],
    ['the trap', { kind: 'click', trap: true }, 'scanner: trap'],
    [
      'a browser ahead of a person',
      { kind: 'click', prefetch: true },
      'privacy prefetch: browser prefetch',
    ],
  ] as [string, Partial<HitRequest>, string][])
    test(what, () => assert.equal(asked(given), verdict))

  test('any user agent and address can be judged, fast', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 5000 }),
        fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()),
        (userAgent, address) => {
          const { verdict, agent } = judgeRequest({ kind: 'click', userAgent, address })
          assert.ok(['person', 'scanner'].includes(verdict))
          assert.ok(agent.length <= 30)
        },
      ),
    )
  })
})

test('networks are known by address, of both kinds', () => {
  for (const [address, network] of [
    ['17.58.1.1', 'apple'],
    ['17.255.255.255', 'apple'],
    ['18.0.0.0', ''],
    ['16.255.255.255', ''],
    ['172.224.0.0', 'apple-relay'],
    ['172.239.255.255', 'apple-relay'],
    ['172.240.0.0', ''],
    ['2a02:26f7::1', 'apple-relay'],
    ['2607:f8b0:4004:c1b::93', 'google'],
    ['::ffff:17.1.1.1', ''],
    ['::', ''],
    ['127.0.0.1', ''],
    ['nonsense', ''],
    ['', ''],
  ] as const)
    assert.equal(networkOf(address), network, address)
})
