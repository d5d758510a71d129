/** Bodies of webhooks of relays: reading takes linear time, for any content. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readEvents } from '../../../src/mail/provider-events/read-events.ts'
import { takesAtMost } from '../../support/processor-time.ts'

/** Of 100 kB. */
const MOST_MILLIS = 50

const bounce = (bouncedRecipients: unknown[], more: object = {}) =>
  JSON.stringify({ notificationType: 'Bounce', bounce: { bouncedRecipients }, ...more })
const RECIPIENTS = Array.from({ length: 6_000 }, (_, n) => ({ emailAddress: `p${n}@x.test` }))
const KEYS = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]))

describe('the body of a webhook', () => {
  for (const [name, body] of [
    ['recipients beside a long text', bounce(RECIPIENTS, { mail: 'x'.repeat(500_000) })],
    ['recipients beside many keys', bounce(RECIPIENTS, KEYS)],
    ['nothing but brackets', '['.repeat(500_000) + ']'.repeat(500_000)],
  ] as const)
    test(`of ${name} is read in time for its length`, () =>
      takesAtMost((MOST_MILLIS * body.length) / 100_000, () => readEvents('ses', body)))

  test('has an event for each recipient, the same whenever it comes', () => {
    const body = bounce(RECIPIENTS)
    const events = readEvents('ses', body)!
    assert.equal(new Set(events.map(({ id }) => id)).size, RECIPIENTS.length)
    assert.deepEqual(readEvents('ses', body), events)
  })

  test('of SMTP2GO is a complaint by either of its words', () => {
    for (const event of ['spam', 'spam_complaint']) {
      const body = JSON.stringify({ event, rcpt: 'p@x.test' })
      assert.equal(readEvents('smtp2go', body)?.[0]?.kind, 'complained')
    }
  })

  test('that is nested too deep is none of the relay', () => {
    const deep = '['.repeat(300_000) + ']'.repeat(300_000)
    const body = `{"notificationType":"Bounce","x":${deep}}`
    assert.equal(readEvents('ses', body), undefined)
  })
})
