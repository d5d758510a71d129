/**
 * `pennypost sms test` and `sms gateway`, run as a person runs them, on a gateway of another make.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { smppServer } from '../sms/server.ts'
import { migratedDatabase, pennypost } from './setup.ts'

describe('pennypost sms test', () => {
  test('shows what the gateway answers, and the receipt', async t => {
    const server = await smppServer({
      answer: (pdu, session, count) => {
        if (String(pdu.destination_addr).endsWith('9')) return 0x0b
        const short_message =
          `id:${count} sub:001 dlvrd:001 submit date:2611212200 done date:2611212201 ` +
          'stat:UNDELIV err:027 text:'
        setTimeout(
          () =>
            session.deliver_sm({ source_addr: pdu.destination_addr, esm_class: 4, short_message }),
          20,
        )
        return String(count)
      },
    })
    t.after(() => server.close())
    const env = { SMS_URL: `smpp://user:hunter2@127.0.0.1:${server.port}?from=Shop` }
    const taken = await pennypost(['sms', 'test', '--to', '070-174 06 05', '--country', 'SE'], {
      env,
    })
    assert.equal(taken.err, '')
    assert.deepEqual(taken.out.split('\n'), [
      `Gateway:   smpp://user@127.0.0.1:${server.port}`,
      'Text:      1 segment to +46701740605',
      'Outcome:   accepted',
      'Answer:    ESME_ROK (0x00), id 1',
      'Receipt:   UNDELIVERABLE, error 027',
      '',
    ])
    const refused = await pennypost(['sms', 'test', '--to', '+46701740609', '--json'], { env })
    assert.deepEqual([refused.code, refused.err], [1, 'The SMS was not accepted: refused.\n'])
    assert.equal((JSON.parse(refused.out) as { reply: string }).reply, 'ESME_RINVDSTADR (0x0b)')
  })

  test('errors are a sentence, without the password', async () => {
    const env = { SMS_URL: 'smpp://user:hunter2@127.0.0.1:1' }
    for (const [args, settings, sentence] of [
      [
        ['--to', '0701234567'],
        env,
        /^That is not a telephone number\. Write it with its calling code/,
      ],
      [['--to', '+46701740605', '--text', ''], env, /^The message is empty\./],
      [['--to', '+46701740605', '--wait', '99'], env, /^waitSeconds: It must be at most 60/],
      [['--to', '+46701740605'], {}, /^There is no SMS gateway to try\. A setting: SMS_URL/],
      [['--to', '+46701740605'], env, /^The SMS was not accepted: unusable\./],
      [
        ['--to', '+46701740605'],
        { SMS_URL: 'smpp://user:hunter2hunter2@127.0.0.1' },
        /^SMS_URL is set to a value \(not shown\)/,
      ],
      [
        ['--to', '+46701740605'],
        { SMS_URL: 'https://u:hunter2@127.0.0.1/?to={to}' },
        /^SMS_URL, or what belongs to it, can't be used/,
      ],
    ] as [string[], Record<string, string>, RegExp][]) {
      const { code, out, err } = await pennypost(['sms', 'test', ...args], { env: settings })
      assert.equal(code, 1)
      assert.match(err, sentence)
      assert.doesNotMatch(out + err, /hunter2/)
    }
  })
})

test('pennypost sms gateway show and forget, sms replies', async () => {
  const { env, drop } = await migratedDatabase()
  try {
    assert.equal(
      (await pennypost(['account', 'add', 'me'], { env, input: 'correct horse battery staple' }))
        .err,
      '',
    )
    assert.match((await pennypost(['sms', 'gateway', 'show'], { env })).out, /^No gateway is known/)
    assert.equal(
      (await pennypost(['sms', 'gateway', 'forget'], { env })).out,
      'No gateway is known any more.\n',
    )
    assert.equal(
      (await pennypost(['sms', 'replies'], { env })).out,
      'There are no replies to SMS yet.\n',
    )
  } finally {
    await drop()
  }
})
