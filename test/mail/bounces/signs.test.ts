/**
 * What is a bounce and what is not, when nothing but sender, subject and words tell: many of each,
 * in all combinations.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { delayIn } from '../../../src/mail/bounces/auto-reply.ts'
import { judgeMessage } from '../../../src/mail/bounces/judge.ts'

const kindOf = (message: string) => judgeMessage(Buffer.from(message)).recipients[0]!.kind

describe('a bounce by its words', () => {
  const senders = [
    'MAILER-DAEMON',
    'Mail Delivery System <x@y.example>',
    'postmaster@y.example',
    'Internet Mail Delivery <a@b.example>',
    'System Administrator <admin@y.example>',
    '<>',
    'robot@y.example',
  ]
  const subjects = [
    'Undeliverable: News',
    'Non Delivery Notification',
    'Mail System Error - Returned Mail',
    'Returned mail: Host unknown',
    'failure notice',
    'Error sending message',
    'Permanent Delivery Failure',
    'Unzustellbare Mail',
    'Échec de la remise',
    'No se puede entregar: News',
    'Mancato recapito',
    'Falha na entrega',
    'Onbestelbaar: News',
    'Недоставленное сообщение',
    '系统退信',
    '配信不能通知',
  ]
  const words = [
    'Your message to <gone@example.com> could not be delivered: user unknown.',
    'The following recipient failed:\n\n  gone@example.com\n    550 5.1.1 User unknown\n',
    'gone@example.com: no such user here',
  ]
  for (const text of words)
    test(text.split('\n')[0]!, () => {
      for (const from of senders)
        for (const subject of subjects) {
          const { kind, recipient } = judgeMessage(
            Buffer.from(`From: ${from}\nTo: news@example.net\nSubject: ${subject}\n\n${text}\n`),
          ).recipients[0]!
          assert.deepEqual([kind, recipient], ['hard', 'gone@example.com'], `${from} | ${subject}`)
        }
    })
})

describe('no bounce, however much it sounds like one', () => {
  const words = [
    'I am out of the office until Monday. My mailbox is full.',
    'Ada no longer works for Example. Please write to info@example.com.',
    'Ada has left the company; this address will be closed.',
    'Bin bis 15.8. nicht erreichbar. In dringenden Fällen wenden Sie sich an info@example.de.',
    'I am on maternity leave; user unknown to me will answer.',
    'We received your mail.',
    'My address has changed to ada@example.org.',
  ]
  const fields = [
    'Auto-Submitted: auto-replied\nReturn-Path: <>\n',
    'Return-Path: <>\n',
    '',
    'Precedence: bulk\n',
    'In-Reply-To: <a@b>\n',
  ]
  for (const text of words)
    test(text, () => {
      for (const subject of [
        'Out of Office',
        'Re: What is new in March',
        'Automatic reply: News',
        'Away',
        'Thank you',
        '',
      ])
        for (const more of fields)
          assert.equal(
            kindOf(
              `${more}From: Ada <ada@example.com>\nTo: news@example.net\n` +
                `Subject: ${subject}\n\n${text}\n`,
            ),
            'none',
            `${subject} | ${more}`,
          )
    })

  test('a person who answers a bounce, or tells of one', () => {
    for (const message of [
      'From: ada@example.com\nSubject: Re: failure notice\n\nWhat is this?\n\n' +
        '> <x@y.example>: 550 5.1.1 User unknown\n',
      'From: ada@example.com\nSubject: RE: Undeliverable: News\nIn-Reply-To: <a@b>\n\n' +
        'Why?\n\n-----Original Message-----\nFrom: postmaster@y.example\n\n' +
        '550 5.1.1 User unknown\n',
      'From: ada@example.com\nSubject: a question\n\n' +
        'My mailbox is full, and an email to ben@example.com came back as user unknown. What ' +
        'now?\n',
    ])
      assert.equal(kindOf(message), 'none', message)
  })
})

describe('late is not lost', () => {
  test('notices of delay, with and without a subject that says so', () => {
    for (const text of [
      'Your message to ada@example.com has not been delivered yet. Delivery attempts will ' +
        'continue for 4 days.\n450 4.7.1 Greylisted',
      'THIS IS A WARNING MESSAGE ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.\n\n' +
        'ada@example.com\n452 4.2.2 Mailbox full',
      'Ihre Nachricht an ada@example.com konnte noch nicht zugestellt werden; es wird ' +
        'weiterhin versucht.',
      'Delivery to ada@example.com has been delayed. No action is required on your part.',
    ])
      for (const subject of [
        'Delivery Status Notification (Delay)',
        'Delivery report',
        'Warning: could not send message for past 4 hours',
      ])
        assert.equal(
          kindOf(`From: MAILER-DAEMON@y.example\nSubject: ${subject}\n\n${text}\n`),
          'none',
          `${subject} | ${text}`,
        )
  })

  test('but in the end it is', () => {
    for (const text of [
      'Message could not be delivered for 5 days\nMessage will be deleted from queue\n' +
        '<ada@example.com>: Connection timed out',
      'ada@example.com: 450 4.7.1 Greylisted, delivery has been delayed; please try again ' +
        'later\nGiving up on 192.0.2.1.',
      '<ada@example.com>: delivery attempts will not be retried: connection refused',
    ])
      assert.equal(
        kindOf(`From: MAILER-DAEMON@y.example\nSubject: Returned mail\n\n${text}\n`),
        'soft',
        text,
      )
  })
})

test('"please send again" is no notice of a delay, "sending again" is', () => {
  const subject = 'Mail System Error - Returned Mail'
  assert.equal(delayIn(subject, 'アドレスをご確認の上、再送信してください。'), undefined)
  assert.equal(delayIn(subject, '再送を試みます。')?.class, 'delay-notice')
})
