/** Texts from the queue to a gateway and back: what is sent, what it costs in the end, what receipts and answers come to. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { smppServer } from '../sms/server.ts'
import { eventually, numberOf, textingSetup } from '../sms/texting.ts'

const urlOf = (port: number, options = ''): string => `smpp://user:secret@127.0.0.1:${port}?window=20${options}`

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
            short_message: `id:${id} sub:001 dlvrd:001 submit date:2611212200 done date:2611212201 stat:${stat} err:000 text:`,
          })
        }, 30)
        return id.toString(16).toUpperCase()
      },
    })
    const texting = await textingSetup(40)
    const workers = await texting.startWorkers({ SMS_URL: urlOf(server.port, '&from=Shop') })
    t.after(async () => {
      await workers.stop()
      await server.close()
      await texting.drop()
    })
    const { messageId } = await texting.send('Grüße an alle')
    await eventually(async () => (await texting.states(messageId)).delivered === 36)
    assert.deepEqual(await texting.states(messageId), { delivered: 36, undelivered: 4 })
    const numbers = server.submits.map(pdu => `+${pdu.destination_addr}`).sort()
    assert.deepEqual(
      numbers,
      Array.from({ length: 40 }, (_, i) => numberOf(i + 1)),
    )
    // What could not be brought was sent, and is paid for.
    assert.equal(await texting.balance(), '999960')
    await eventually(async () => {
      const [row] = await texting.ask('select state from sms_messages where id = $1', [messageId])
      return row?.[0] === 'finished'
    })
    const work = await texting.ask(`select 1 from work where kind = 'sms'`)
    assert.equal(work.length, 0)
  })
})
