/** What is kept of a provider's reply: the outcome, and words without what tells of a person. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TryResult } from '../../../../src/domain/deliveries/outcome.ts'
import {
  providerWord,
  returnedWord,
} from '../../../../src/domain/deliveries/providers/provider-word.ts'

const tried = (more: Partial<TryResult>): TryResult => ({
  outcome: 'accepted',
  about: 'recipient',
  code: 250,
  enhanced: '2.0.0',
  text: 'Ok: queued as 4TZ3kq',
  ...more,
})

const word = (more: Partial<TryResult>, email = 'ada.l@gmail.com', provider = 'Gmail') =>
  providerWord(provider, email, tried(more))

test('an outcome is of the provider: of a reply, and not of the relay', () => {
  assert.deepEqual(word({}), { provider: 'Gmail', outcome: 'accepted', reply: '' })
  const outcome = (more: Partial<TryResult>) => word(more)?.outcome
  assert.equal(outcome({ outcome: 'deferred', about: 'domain', code: 451 }), 'deferred')
  assert.equal(outcome({ outcome: 'refused', about: 'us', code: 550 }), 'blocked')
  assert.equal(outcome({ outcome: 'refused', about: 'content', code: 554 }), 'blocked')
  assert.equal(outcome({ outcome: 'refused', about: 'recipient', code: 550 }), 'refused')
  assert.equal(outcome({ outcome: 'deferred', about: 'relay', code: 451 }), undefined)
  assert.equal(outcome({ outcome: 'refused', about: 'content', code: 0 }), undefined)
  for (const none of ['uncertain', 'unusable', 'abandoned'] as const)
    assert.equal(outcome({ outcome: none, code: 421 }), undefined)
})

test('of a reply what is common to many stays: no address, host or number', () => {
  const refused = { outcome: 'refused', about: 'recipient', code: 550, enhanced: '5.1.1' } as const
  const reply = (text: string, email?: string) => word({ ...refused, text }, email)?.reply
  assert.equal(
    reply('<ada.l@gmail.com>: User unknown at mx1.example.net, see https://x.test/a 7f3 [1.2.3.4]'),
    '550 5.1.1 User unknown at see',
  )
  // Some answer with the name alone, in any case.
  assert.equal(reply('mailbox Ada.L: unknown'), '550 5.1.1 mailbox unknown')
  assert.equal(reply('user (ADA) unknown', 'ada@gmail.com'), '550 5.1.1 user unknown')
  assert.ok(reply('spam '.repeat(10_000))!.length <= 120)
  assert.equal(reply(''), '550 5.1.1')
  assert.equal(reply('un\0known \x1b[31muser'), '550 5.1.1 unknown')
})

test('a provider that is not known is another, and what comes back is told by its address', () => {
  assert.equal(word({}, 'a@firm.test', 'firm.test')?.provider, 'other')
  assert.deepEqual(returnedWord('ada@gmail.com', 'returned', '552-5.2.2 The account ada is full'), {
    provider: 'Gmail',
    outcome: 'returned',
    reply: '552 5.2.2 The account is full',
  })
  assert.deepEqual(returnedWord('a@firm.test', 'complained', ''), {
    provider: 'other',
    outcome: 'complained',
    reply: '',
  })
})
