/**
 * The rules for replies: each against the replies above it, and together against replies that stand
 * above none.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type BounceClass,
  type BounceRule,
  bounceGuards,
  bouncePhrases,
  bounceRules,
  classify,
  phraseFor,
  readBounceRules,
  ruleFor,
} from '../../../src/mail/bounces/rules.ts'

const replyOf = (line: string) => {
  const [, code = null, enhanced = null, text] = /^(?:(\d{3})[ -])?(?:(\d\.\d+\.\d+) )?(.*)$/.exec(
    line,
  )!
  return { code: code === null ? null : Number(code), enhanced, text: text! }
}

const nameFor = (rule: BounceRule, said: string) =>
  (rule.name.startsWith('bounce-phrases') ? phraseFor(said) : ruleFor(replyOf(said)))?.name
const classFor = (rule: BounceRule, said: string): string =>
  (rule.name.startsWith('bounce-phrases') ? phraseFor(said)?.class : classify(replyOf(said))) ??
  'unknown'
const HARD = /^bad-/

describe('bounce rules', () => {
  for (const rule of [...bounceRules, ...bouncePhrases, ...bounceGuards])
    test(`${rule.name}, ${rule.class}: its own replies, and not those it must not take`, () => {
      assert.ok(rule.examples.length > 0, 'a rule without a reply')
      assert.ok(rule.counterexamples.length > 0, 'a rule without a counter-example')
      for (const example of rule.examples) assert.equal(nameFor(rule, example), rule.name, example)
      for (const other of rule.counterexamples)
        assert.notEqual(nameFor(rule, other), rule.name, other)
    })

  test('what a hard rule must not take is hard by no other rule', () => {
    for (const rule of [...bounceRules, ...bouncePhrases].filter(one => HARD.test(one.class)))
      for (const other of rule.counterexamples)
        assert.doesNotMatch(classFor(rule, other), HARD, `${rule.name}: ${other}`)
  })

  test('what a guard must not take stays hard', () => {
    for (const guard of bounceGuards)
      for (const other of guard.counterexamples)
        assert.match(classFor(guard, other), HARD, `${guard.name}: ${other}`)
  })

  test('replies that stand above no rule', () => {
    const cases: [BounceClass, string][] = [
      ['bad-mailbox', "550 5.1.1 <x@example.org> User doesn't exist: x@example.org"],
      ['bad-mailbox', '550 5.1.1 sorry, no mailbox here by that name'],
      ['bad-mailbox', '550 No Such User Here"'],
      ['bad-mailbox', '550 Recipient not found.'],
      ['bad-mailbox', '550 5.5.0 Requested action not taken: mailbox unavailable'],
      ['bad-mailbox', '550 #5.1.1 Address rejected x@example.org'],
      ['bad-mailbox', '554 5.7.1 <x@example.org>: Recipient address rejected: user unknown'],
      ['mailbox-full', '452 4.2.2 The email account that you tried to reach is over quota.'],
      ['mailbox-full', '552 Requested mail action aborted: exceeded storage allocation'],
      ['mailbox-full', '550 The mailbox of the recipient is full; quota exceeded'],
      ['content-refused', '554 5.7.1 Spam message rejected'],
      ['too-large', '552 5.3.4 Error: message file too big'],
      ['mailbox-full', '552 5.1.1 Boite du destinataire pleine'],
      ['mailbox-full', '550 5.1.1 user quota exceeded'],
      ['sender-blocked', '550 5.7.606 Access denied, banned sending IP [192.0.2.1]'],
      [
        'sender-blocked',
        '550 5.7.129 RESOLVER.RST.RestrictedToRecipientsPermission; not authorized to send ' +
          'to recipient because the sender is not on the list',
      ],
      ['busy', '550 5.0.0 Recipient rejected: greylisted'],
      ['bad-mailbox', '550 Benutzer unbekannt'],
      ['bad-mailbox', '550 Пользователь не найден'],
      ['content-refused', '550 5.7.1 This message looks like spam to us'],
      ['sender-blocked', '554 5.7.1 You are not allowed to connect'],
      ['sender-blocked', '550 5.7.1 Email rejected per DMARC policy for example.net'],
      [
        'sender-blocked',
        '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip ' +
          "is in Spamhaus's list",
      ],
      ['sender-blocked', '530 5.7.0 Authentication Required.'],
      ['sender-blocked', '554 5.7.1 Relaying denied'],
      ['sender-blocked', '550 5.7.1 Sender rejected: address not owned by you'],
      [
        'busy',
        '450 4.7.1 <x@example.org>: Recipient address rejected: Greylisting in effect, ' +
          'please come back later',
      ],
      [
        'busy',
        '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from ' +
          'your IP address.',
      ],
      ['busy', '421 Too many concurrent SMTP connections'],
      ['busy', '451 Temporary local problem - please try later'],
      ['route-error', '451 4.4.2 Timeout - closing connection'],
      ['route-error', '550 5.4.1 no answer from host'],
      ['bad-domain', '550 5.1.2 Bad destination system address'],
      ['unknown', '550 Requested action not taken'],
      ['unknown', '554 Transaction failed'],
      ['unknown', '550 5.0.0 Command rejected'],
    ]
    for (const [expected, line] of cases) assert.equal(classify(replyOf(line)), expected, line)
  })

  test('what speaks of us or of the sender is not held against the recipient', () => {
    for (const line of [
      "550 Sender's account has been disabled",
      '550 5.7.1 <relay.example.net>: Helo command rejected: Host not found',
      '550 Unknown sender; no such user',
      '550 Message from unknown user rejected',
      '550 Reverse DNS lookup failed: host not found',
      '550 SPF: domain not found',
      '550 5.7.1 Your account has been suspended',
      '550 Your domain does not exist',
      '554 This IP has been blocked for too many invalid recipients',
      '550 from: domain is invalid',
    ])
      assert.equal(classify(replyOf(line)), 'sender-blocked', line)
  })

  test('a status alone, as in a delivery report', () => {
    assert.equal(classify({ enhanced: '5.1.1', text: '' }), 'bad-mailbox')
    assert.equal(classify({ enhanced: '4.2.0', text: '' }), 'busy')
    assert.equal(classify({ enhanced: '5.0.0', text: '' }), 'unknown')
    assert.equal(classify({ text: 'user unknown' }), 'bad-mailbox')
    assert.equal(classify({ enhanced: '4.2.0', text: 'user unknown' }), 'busy')
  })

  test('a long hostile text is judged quickly', () => {
    const words = [
      'mailbox ',
      'a',
      'message exceeds ',
      'sending limit ',
      'user ',
      '. ',
      'recipient has ',
      'domain not ',
      'адрес ',
      '邮箱',
    ]
    for (const word of words) classify({ code: 550, text: word.repeat(4000 / word.length) })
  })

  test('a line that is no rule is named', () => {
    assert.throws(() => readBounceRules('> 550 x\nbad-mailbox 5.1\n'), /line 2/)
    assert.throws(() => readBounceRules('hard 5.1.1\n'), /line 1/)
  })
})
