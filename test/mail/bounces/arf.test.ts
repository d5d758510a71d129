/** Complaints: what type each is taken for, and whom it names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeMessage } from '../../../src/mail/bounces/judge.ts'

const report = (fields: string, message = 'To: ada@example.com\nSubject: News\n\nHello') =>
  judgeMessage(
    Buffer.from(
      `From: fbl@isp.example\nSubject: FW: News\n` +
        `Content-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\n\n` +
        `A report.\n\n--b\nContent-Type: message/feedback-report\n\n${fields}\n--b\n` +
        `Content-Type: message/rfc822\n\n${message}\n--b--\n`,
    ),
  ).recipients.map(({ kind, class: found, recipient }) => [kind, found, recipient])

test('every type of RFC 5965 and its registry', () => {
  for (const type of [
    'abuse',
    'fraud',
    'virus',
    'other',
    'opt-out',
    'opt-out-list',
    'Abuse',
    'something-new',
  ])
    assert.deepEqual(
      report(`Feedback-Type: ${type}\nVersion: 1`),
      [['complaint', 'abuse-report', 'ada@example.com']],
      type,
    )
  assert.deepEqual(report('Feedback-Type: not-spam'), [['none', 'not-spam', 'ada@example.com']])
  assert.deepEqual(report('Feedback-Type: auth-failure'), [
    ['none', 'authentication-report', 'ada@example.com'],
  ])
})

test('several recipients, in their order', () => {
  assert.deepEqual(
    report(
      'Feedback-Type: abuse\nOriginal-Rcpt-To: <a@example.com>\nOriginal-Rcpt-To: b@example.com',
    ).map(([, , recipient]) => recipient),
    ['a@example.com', 'b@example.com'],
  )
})

test('an address that was taken out is not taken for one', () => {
  for (const to of [
    'redacted@redacted.invalid',
    'xxxxx@example.com',
    'undisclosed-recipients:;',
    '0123456789abcdef0123456789abcdef@example.com',
  ])
    assert.deepEqual(
      report('Feedback-Type: abuse', `To: ${to}\n\nHello`),
      [['complaint', 'abuse-report', undefined]],
      to,
    )
})

test('a person who writes about a complaint has not complained', () => {
  const { recipients } = judgeMessage(
    Buffer.from(
      'From: ada@example.com\nSubject: my complaint\n\nFeedback-Type: abuse is what I read.\n',
    ),
  )
  assert.equal(recipients[0]!.kind, 'none')
})

const bySns = (text: string) => {
  const { recipients, references } = judgeMessage(
    Buffer.from(`From: no-reply@sns.example.com\nSubject: AWS Notification\n\n${text}\n`),
  )
  return {
    said: recipients.map(({ kind, recipient }) => [kind, recipient]),
    tokens: references.tokens,
  }
}
const complaint = {
  notificationType: 'Complaint',
  complaint: {
    complainedRecipients: [{ emailAddress: 'a@example.com' }, { emailAddress: 'b@example.com' }],
  },
  mail: {
    headers: [{ name: 'Message-ID', value: '<1.2a.s7.11b.mfrggzdfmztwq2lk@example.net>' }],
  },
}

test('a complaint of SES as JSON names its recipients and our message', () => {
  const expected = {
    said: [
      ['complaint', 'a@example.com'],
      ['complaint', 'b@example.com'],
    ],
    tokens: ['1.2a.s7.11b.mfrggzdfmztwq2lk'],
  }
  const plain = JSON.stringify(complaint)
  assert.deepEqual(bySns(plain), expected)
  assert.deepEqual(bySns(`${plain}\n\n--\nTo unsubscribe, click below.`), expected)
  assert.deepEqual(bySns(JSON.stringify({ Type: 'Notification', Message: plain })), expected)
})

test('other JSON is no complaint', () => {
  for (const text of [
    '{',
    '{}',
    '{"notificationType":"Complaint"}',
    '{"notificationType":"Complaint","complaint":null}',
    '{"notificationType":"Delivery","complaint":{}}',
    `{"Message":${JSON.stringify('{"Message":"{}"}')}}`,
    `{"a":${'['.repeat(100_000)}`,
  ])
    assert.equal(bySns(text).said[0]![0], 'none', text.slice(0, 60))
  const nobody = { ...complaint, complaint: { complainedRecipients: [null, {}, 7] } }
  assert.deepEqual(bySns(JSON.stringify(nobody)).said, [['complaint', undefined]])
})
