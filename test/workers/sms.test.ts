/** SMS from the queue to a gateway and back: sending, final cost, receipts and replies. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { cancelMessage } from '../../src/domain/sms/cancel-message.ts'
import { sendSmsToNumber } from '../../src/domain/sms/send-sms.ts'
import { smppServer, type TestServer } from '../sms/server.ts'
import { numberOf, smsSetup } from '../sms/setup.ts'
import { until } from '../support/until.ts'

const urlOf = (port: number, options = ''): string =>
  `smpp://user:secret@127.0.0.1:${port}?window=20${options}`

describe('texts to a gateway', () => {
  test('go to each number once, and their receipts say what became of them', async t => {
    const server = await smppServer({
      answer: (pdu, session, count) => {
        // Id in hexadecimal here, in decimal in the receipt.
        const id = 4096 + count
        setTimeout(() => {
          const stat = String(pdu.destination_addr).endsWith('3') ? 'EXPIRED' : 'DELIVRD'
          session.deliver_sm({
            source_addr: pdu.destination_addr,
            destination_addr: pdu.source_addr,
            esm_class: 4,
            short_message:
              `id:${id} sub:001 dlvrd:001 submit date:2611212200 done date:2611212201 ` +
              `stat:${stat} err:000 text:`,
          })
        }, 30)
        return id.toString(16).toUpperCase()
      },
    })
    const setup = await smsSetup(40)
    const workers = await setup.startWorkers({ SMS_URL: urlOf(server.port, '&from=Shop') })
    t.after(async () => {
      await workers.stop()
      await server.close()
      await setup.drop()
    })
    const { messageId } = await setup.send('Grüße an alle')
    // Each receipt comes by itself.
    await until(async () => {
      const { delivered = 0, undelivered = 0 } = await setup.states(messageId)
      return delivered + undelivered === 40
    })
    assert.deepEqual(await setup.states(messageId), { delivered: 36, undelivered: 4 })
    const numbers = server.submits.map(pdu => `+${pdu.destination_addr}`).sort()
    assert.deepEqual(
      numbers,
      Array.from({ length: 40 }, (_, i) => numberOf(i + 1)),
    )
    // What could not be brought was sent, and is paid for.
    assert.equal(await setup.balance(), '999960')
    await until(async () => {
      const [row] = await setup.ask('select state from sms_messages where id = $1', [messageId])
      return row?.[0] === 'finished'
    })
    const work = await setup.ask(`select 1 from work where kind = 'sms'`)
    assert.equal(work.length, 0)
  })

  test('to one number under a sender of its own, without a subscriber', async t => {
    const server = await smppServer()
    const { setup, done } = await started(t, server, 1)
    const { messageId } = await sendSmsToNumber(
      setup.store,
      setup.accountId,
      { countryCode: '46', phone: '0701740610' },
      { sender: 'The Shop', message: 'Hej' },
    )
    await done(messageId)
    const [sent] = server.submits
    assert.deepEqual(
      [sent?.source_addr, sent?.source_addr_ton, sent?.destination_addr],
      ['The Shop', 5, '46701740610'],
    )
  })

  test('a receipt may be here before the answer to its text', async t => {
    const server = await smppServer({
      answer: (pdu, session, count) => {
        const receipt = {
          source_addr: pdu.destination_addr,
          esm_class: 4,
          receipted_message_id: `early${count}`,
          message_state: 2,
        }
        session.deliver_sm({ ...receipt, short_message: '' })
        setTimeout(() => session.send(pdu.response({ message_id: `early${count}` })), 150)
        return undefined
      },
    })
    const { setup, done } = await started(t, server, 10)
    const { messageId } = await setup.send()
    await done(messageId)
    await until(async () => (await setup.states(messageId)).delivered === 10)
  })

  test('who is refused costs nothing: at once, or by a receipt', async t => {
    const server = await smppServer({
      answer: (pdu, session, count) => {
        const number = String(pdu.destination_addr)
        if (number.endsWith('1')) return 0x0b
        const said = number.endsWith('2') ? 'REJECTD' : 'UNDELIV'
        const short_message =
          `id:r${count} sub:001 dlvrd:000 submit date:2611212200 done date:2611212201 ` +
          `stat:${said} err:001 text:`
        setTimeout(
          () => session.deliver_sm({ source_addr: number, esm_class: 4, short_message }),
          20,
        )
        return `r${count}`
      },
    })
    const { setup, done } = await started(t, server, 10, '20')
    const { messageId } = await setup.send()
    await done(messageId)
    await until(async () => {
      const { refused, undelivered } = await setup.states(messageId)
      return refused === 2 && undelivered === 8
    })
    assert.equal(await setup.balance(), '12')
    const replies = await setup.ask(
      "select reply, reason from sms_deliveries where state = 'refused' order by number",
    )
    assert.deepEqual(replies, [
      ['ESME_RINVDSTADR (0x0b)', null],
      ['ESME_ROK (0x00)', 'REJECTED, error 001'],
    ])
  })

  test('who answers STOP gets none from then on, until START', async t => {
    const server = await smppServer()
    const { setup, done } = await started(t, server, 5)
    const answer = (number: string, text: string) =>
      new Promise<number>(resolve =>
        server.sessions[0]!.deliver_sm({ source_addr: number.slice(1), short_message: text }, pdu =>
          resolve(pdu.command_status),
        ),
      )
    await done((await setup.send()).messageId)
    assert.equal(await answer(numberOf(2), ' Stopp! '), 0)
    assert.equal(await answer(numberOf(3), 'End of July suits me'), 0)
    // Nobody has sent this one an SMS.
    assert.equal(await answer('+46709999999', 'STOP'), 0)
    const second = await setup.send()
    assert.equal(second.planned, 4)
    await done(second.messageId)
    assert.equal(await answer(numberOf(2), 'start'), 0)
    assert.equal((await setup.send()).planned, 5)
    const replies = await setup.ask('select number, text, meaning from sms_replies order by id')
    assert.deepEqual(replies, [
      [numberOf(2), ' Stopp! ', 'stop'],
      [numberOf(3), 'End of July suits me', 'other'],
      [numberOf(2), 'start', 'start'],
    ])
  })

  test('trouble of the gateway is for later, with its reason', async t => {
    const server = await smppServer({ answer: () => 8 })
    const { setup } = await started(t, server, 3)
    const { messageId } = await setup.send()
    await until(async () => {
      const rows = await setup.ask(
        'select reply from sms_deliveries where next_try_at > now() and attempts = 1',
      )
      return rows.length === 3 && rows.every(([reply]) => reply === 'ESME_RSYSERR (0x08)')
    })
    assert.deepEqual(await setup.states(messageId), { planned: 3 })
    assert.equal(await setup.balance(), '999997')
  })

  test('cancelled while SMS are on their way: what comes back unsent is paid back', async t => {
    const answers: (() => void)[] = []
    const server = await smppServer({
      answer: (pdu, session) => {
        const status = String(pdu.destination_addr).endsWith('1')
          ? { message_id: 'taken' }
          : { command_status: 8 }
        answers.push(() => session.send(pdu.response(status)))
        return undefined
      },
    })
    const { setup } = await started(t, server, 10, '10')
    const { messageId } = await setup.send()
    await until(async () => answers.length === 10)
    assert.equal((await cancelMessage(setup.store, setup.accountId, messageId)).withdrawn, 0)
    for (const answer of answers) answer()
    await until(async () => (await setup.states(messageId)).withdrawn === 9)
    assert.deepEqual(await setup.states(messageId), { accepted: 1, withdrawn: 9 })
    assert.equal(await setup.balance(), '9')
    await until(async () => (await setup.ask("select 1 from work where kind = 'sms'")).length === 0)
  })

  test('a gateway that breaks again and again: no one gets an SMS twice, and all unsent ones are sent', async t => {
    const server = await smppServer({
      answer: (_pdu, session, count) => {
        if (count % 70 === 0) session.destroy()
        return `b${count}`
      },
    })
    const { setup, done } = await started(t, server, 300)
    const { messageId } = await setup.send()
    await done(messageId)
    const states = await setup.states(messageId)
    assert.equal((states.accepted ?? 0) + (states.uncertain ?? 0), 300)
    assert.ok(server.sessions.length > 3)
    const had = server.submits.map(pdu => pdu.destination_addr)
    assert.equal(new Set(had).size, had.length)
    assert.ok(had.length >= (states.accepted ?? 0))
  })

  test('several processes share the numbers and the rate', async t => {
    const server = await smppServer()
    const { setup, done, startAnother, workers } = await started(t, server, 60, '1000', '&rate=30')
    // Two that live, as the workers of emails tell: each has half of the rate.
    await setup.ask(
      "insert into workers (id, host) values (gen_random_uuid(), 'one'), " +
        "(gen_random_uuid(), 'two')",
    )
    await workers.stop()
    await startAnother()
    await startAnother()
    const from = Date.now()
    const { messageId } = await setup.send()
    await done(messageId)
    assert.equal(new Set(server.submits.map(pdu => pdu.destination_addr)).size, 60)
    assert.equal(server.submits.length, 60)
    assert.ok(server.sessions.length >= 3)
    // A second's worth was saved up; the other 30 took one.
    assert.ok(Date.now() - from > 800, `${Date.now() - from} ms`)
  })
})

describe('without a gateway', () => {
  test('the sandbox keeps texts', async t => {
    const setup = await smsSetup(30)
    const workers = await setup.startWorkers({})
    t.after(async () => {
      await workers.stop()
      await setup.drop()
    })
    const { messageId } = await setup.send('Kept')
    await until(async () => (await setup.states(messageId)).accepted === 30)
    const kept = await setup.ask('select number, sender, text from sandbox_sms order by number')
    assert.deepEqual(kept[0], [numberOf(1), '', 'Kept'])
    assert.equal(kept.length, 30)
  })

  test('but not while another process has one', async t => {
    const server = await smppServer()
    const { setup, done, workers } = await started(t, server, 5)
    await workers.stop()
    const without = await setup.startWorkers({})
    const { messageId } = await setup.send()
    await new Promise(resolve => setTimeout(resolve, 700))
    assert.deepEqual(await setup.states(messageId), { planned: 5 })
    await without.stop()
    await setup.ask('delete from sms_gateway')
    const again = await setup.startWorkers({})
    t.after(() => again.stop())
    await done(messageId)
    assert.equal(server.submits.length, 0)
  })
})

/** Workers on that gateway, all stopped and taken away when the test is over. */
async function started(
  t: TestContext,
  server: TestServer,
  people: number,
  credits?: string,
  options = '',
) {
  const setup = await smsSetup(people, credits)
  const start = () => setup.startWorkers({ SMS_URL: urlOf(server.port, options) })
  const all = [await start()]
  t.after(async () => {
    for (const workers of all) await workers.stop()
    await server.close()
    await setup.drop()
  })
  return {
    setup,
    workers: all[0]!,
    startAnother: async () => void all.push(await start()),
    done: (messageId: number) =>
      until(async () => {
        const [row] = await setup.ask('select state from sms_messages where id = $1', [messageId])
        return row?.[0] === 'finished'
      }),
  }
}
