/** Texts that workers store in English are read back as codes with values. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordedReasons } from '../../../src/domain/deliveries/recorded-reasons.ts'
import { DETAIL_CODES, type Detail, detailed } from '../../../src/domain/details/details.ts'
import { answerDetails, outcomeDetails } from '../../../src/domain/details/outcomes.ts'
import { deliveryDetails } from '../../../src/domain/details/stops.ts'
import { grantWords } from '../../../src/lib/grant-words.ts'
import { verdictWords, withoutStop } from '../../../src/mail/smtp/words.ts'
import { gatewayWords } from '../../../src/sms/words.ts'
import { everyDetail as german } from '../../../src/words/de/every-detail.ts'
import { reasonsIn } from '../../../src/words/say.ts'
import { everyDetail as swedish } from '../../../src/words/sv/every-detail.ts'

const VALUES: Record<string, string> = {
  host: 'mail.example.com',
  error: 'EPERM',
  time: '10 s',
  seconds: '20',
  status: '503',
  size: '12345',
  limit: '10000',
  tries: '9',
  taken: '1',
  segments: '3',
  says: 'Line 3: "name" is not. Known',
  said: '250-half',
  wanted: 'xoauth2',
}

const say = detailed as (code: string, values: unknown) => Detail
/** A sentence with a value each, and the values that it took. */
function said(code: string, empty?: string): Detail {
  const taken: Record<string, string> = {}
  const values = new Proxy({} as Record<string, string>, {
    get(_, name: string) {
      const value = VALUES[name] ?? `a ${name}`
      if (name !== empty) taken[name] = value
      return name === empty ? '' : value
    },
  })
  return { ...say(code, values), values: taken }
}
const toldOf = ({ code, values }: Detail) => ({ code, values })

const CODES = [
  ...[verdictWords, deliveryDetails, outcomeDetails, answerDetails, gatewayWords].flatMap(words =>
    Object.keys(words),
  ),
  'stopped-by-hand',
]

test('each sentence that a worker stores is known, with its stop and without', () => {
  const optional = CODES.filter(code => code.startsWith('smtp-late-') && code !== 'smtp-late-step')
  const sentences = [
    ...CODES.map(code => said(code)),
    ...optional.map(code => said(code, 'said')),
    said('smtp-no-mechanism', 'wanted'),
    said('smtp-other-mechanisms', 'wanted'),
  ]
  for (const sentence of sentences)
    for (const text of [sentence.detail, withoutStop(sentence.detail)]) {
      const [cause, ...more] = recordedReasons(text)
      // Relays and gateways fail alike.
      const isTwin =
        cause !== undefined && withoutStop(said(cause.code).detail) === withoutStop(sentence.detail)
      assert.deepEqual(cause, { ...toldOf(sentence), ...(isTwin && { code: cause.code }) }, text)
      assert.deepEqual(more, [])
      assert.ok(DETAIL_CODES.includes(cause!.code))
      assert.ok(german[cause!.code] && swedish[cause!.code])
    }
})

test('what helps is read behind the trouble, with a stop between them and without', () => {
  const refused = said('token-refused')
  for (const code of Object.keys(grantWords).filter(one => /token-(?:c|n.*d$|s|o)/.test(one)))
    for (const change of ['relay-change-setting', 'relay-change-address']) {
      const [remedy, next] = [said(code), said(change)]
      const causes = [refused, remedy, next].map(toldOf)
      const text = `${refused.detail} ${withoutStop(remedy.detail)}`
      assert.deepEqual(recordedReasons(`${text}. ${next.detail}`), causes)
      assert.deepEqual(recordedReasons(`${text} ${next.detail}`), causes)
      assert.deepEqual(recordedReasons(text), causes.slice(0, 2))
    }
})

test('a sentence that was cut with a long value is read without its end', () => {
  const long = { ...VALUES, says: 'x'.repeat(2_000), error: 'EPERM', said: 'y'.repeat(2_000) }
  for (const code of ['email-unwritable', 'smtp-invalid', 'smtp-tls', 'gateway-bind'])
    for (const length of [500, 1000]) {
      const cut = say(code, long).detail.slice(0, length)
      assert.equal(recordedReasons(cut)[0]?.code, code, cut.slice(0, 60))
    }
  assert.deepEqual(recordedReasons(`Somebody wrote ${'x'.repeat(2_000)}`.slice(0, 500)), [])
})

test('why an email could not be written is a sentence within', () => {
  const within: [string, Record<string, string>][] = [
    ['address-unmailable', { address: 'no "address"' }],
    ['address-domain', { address: 'a@b..c' }],
    ['template-slow', { millis: '100' }],
    ['template-limit', { says: 'memory alloc limit exceeded' }],
  ]
  for (const [code, values] of within) {
    const { detail: says } = say(code, values)
    const [reason] = recordedReasons(say('email-unwritable', { says }).detail)
    assert.equal(reason?.code, 'email-unwritable')
    assert.equal(reason.because?.code, code)
    for (const details of [german, swedish]) {
      const words = reasonsIn({ details, number: String, time: String }, [reason])!
      assert.ok(!words.includes(says), words)
      assert.doesNotMatch(words, /\b(?:the|is|not|could|more than)\b/, words)
    }
  }
  const [foreign] = recordedReasons(say('email-unwritable', { says: 'boom' }).detail)
  assert.deepEqual(foreign, { code: 'email-unwritable', values: { says: 'boom' } })
})

test('words of servers and people stay as they are', () => {
  for (const text of [
    null,
    '',
    'opted-out',
    '550 5.1.1 No such user',
    '421 The relay closed the connection.',
    'Error: something',
    'users over quota: try later.',
    'The relay did not answer within reason.',
    `The email could not be written: ${'x'.repeat(1000)}`,
  ])
    assert.deepEqual(recordedReasons(text), [], String(text))
})

test('the sentence of a claim that was recovered is that of the table', () => {
  const file = join(import.meta.dirname, '../../../src/domain/deliveries/deliveries.sql')
  assert.ok(readFileSync(file, 'utf8').includes(`'${detailed('email-sender-stopped').detail}'`))
})
