/**
 * What a gateway says by itself: receipts in both forms, answers of people, and that it says them
 * again when they could not be kept.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import smpp from 'smpp'
import type { Receipt } from '../../src/sms/gateway.ts'
import { ESM, readDeliver, TLV } from '../../src/sms/smpp/pdu-bodies.ts'
import { parseDelivered, spellingsOf, storedId } from '../../src/sms/smpp/receipt.ts'
import { until } from '../support/until.ts'
import { pair, smsTo } from './server.ts'

const APPENDIX_B =
  'id:0123456789 sub:001 dlvrd:001 submit date:2611212200 done date:2611212201 stat:DELIVRD ' +
  'err:000 text:Hello'

describe('receipts', () => {
  test('as text, as parameters, and as both, where the parameters win', async t => {
    const { server, gateway, receipts } = await pair(t)
    await gateway.send(smsTo('+46701234567'))
    const [session] = server.sessions
    const deliver = (values: Record<string, unknown>) =>
      new Promise<number>(resolve =>
        session!.deliver_sm(
          { source_addr: '46701234567', destination_addr: 'Pennypost', esm_class: 4, ...values },
          pdu => resolve(pdu.command_status),
        ),
      )
    assert.equal(await deliver({ short_message: APPENDIX_B }), 0)
    assert.equal(
      await deliver({ receipted_message_id: '1F', message_state: 5, short_message: '' }),
      0,
    )
    assert.equal(
      await deliver({ receipted_message_id: 'abc', message_state: 3, short_message: APPENDIX_B }),
      0,
    )
    assert.equal(
      await deliver({ message_payload: APPENDIX_B.replace('DELIVRD err:000', 'REJECTD err:07B') }),
      0,
    )
    // An intermediate notice, and a receipt that says nothing new.
    assert.equal(await deliver({ esm_class: 0x20, short_message: APPENDIX_B }), 0)
    assert.equal(await deliver({ short_message: APPENDIX_B.replace('DELIVRD', 'ENROUTE') }), 0)
    // Without its mark, but exactly like one.
    assert.equal(await deliver({ esm_class: 0, short_message: APPENDIX_B }), 0)
    const numbers = ['46701234567']
    const expected: Receipt[] = [
      { gatewayId: '0123456789', state: 'delivered', said: 'DELIVERED', numbers },
      { gatewayId: '1F', state: 'undelivered', said: 'UNDELIVERABLE', numbers },
      { gatewayId: 'abc', state: 'undelivered', said: 'EXPIRED', numbers },
      { gatewayId: '0123456789', state: 'refused', said: 'REJECTED, error 07B', numbers },
      { gatewayId: '0123456789', state: 'in transit', said: 'DELIVERED', numbers },
      { gatewayId: '0123456789', state: 'in transit', said: 'ENROUTE', numbers },
      { gatewayId: '0123456789', state: 'delivered', said: 'DELIVERED', numbers },
    ]
    assert.deepEqual(receipts, expected)
  })

  test('a receipt that could not be kept is to be said again', async t => {
    let fail = true
    const kept: Receipt[] = []
    const { server, gateway } = await pair(
      t,
      {},
      {
        listener: {
          receipt: async receipt => {
            if (fail) throw new Error('the store is away')
            kept.push(receipt)
          },
          reply: async () => {},
        },
      },
    )
    await gateway.send(smsTo('+46701234567'))
    const deliver = () =>
      new Promise<number>(resolve =>
        server.sessions[0]!.deliver_sm({ esm_class: 4, short_message: APPENDIX_B }, pdu =>
          resolve(pdu.command_status),
        ),
      )
    // ESME_RX_T_APPN.
    assert.equal(await deliver(), 0x64)
    fail = false
    assert.equal(await deliver(), 0)
    assert.equal(kept.length, 1)
  })

  test('thousands at once are taken a part at a time', async t => {
    let open = 0
    let most = 0
    const { server, gateway, receipts } = await pair(
      t,
      {},
      {
        listener: {
          receipt: async receipt => {
            most = Math.max(most, ++open)
            await new Promise(resolve => setTimeout(resolve, 5))
            open--
            receipts.push(receipt)
          },
          reply: async () => {},
        },
      },
    )
    await gateway.send(smsTo('+46701234567'))
    let answered = 0
    for (let i = 0; i < 3000; i++)
      server.sessions[0]!.deliver_sm(
        { esm_class: 4, short_message: APPENDIX_B.replace('0123456789', `r${i}`) },
        () => answered++,
      )
    await until(() => answered === 3000)
    assert.equal(receipts.length, 3000)
    // Those of the chunk that was being read come on top.
    assert.ok(most < 1000, `${most} at a time`)
  })

  test('ids are found in the spellings that gateways have for them', () => {
    assert.equal(storedId(' 00AB12 '), 'ab12')
    assert.deepEqual(spellingsOf('4097'), ['4097', '1001', '16535'])
    assert.ok(spellingsOf('4097').includes(storedId('1001')))
    assert.ok(spellingsOf('00001001').includes('4097'))
    assert.deepEqual(spellingsOf('3b1e4a0c-9f1c-4f5e-8b1a-000000000001'), [
      '3b1e4a0c-9f1c-4f5e-8b1a-000000000001',
    ])
    assert.equal(storedId('x'.repeat(500)).length, 64)
    assert.deepEqual(spellingsOf('0'), ['0'])
  })

  test('a packet cut at any byte is read in part or not at all, and never a mistake of ours', () => {
    const pdu = new (
      smpp as unknown as { PDU: new (command: string, values: object) => { toBuffer(): Buffer } }
    ).PDU('deliver_sm', {
      source_addr: '46701234567',
      esm_class: 4,
      short_message: APPENDIX_B,
      receipted_message_id: 'abc',
      message_state: 2,
    })
    const body = pdu.toBuffer().subarray(16)
    for (let length = 0; length <= body.length; length++) {
      const deliver = readDeliver(body.subarray(0, length))
      if (deliver) parseDelivered(deliver)
    }
    assert.equal(readDeliver(body)?.tlvs.get(TLV.messageState)?.[0], 2)
  })
})

describe('answers of people', () => {
  test('in the alphabets that telephones write in', async t => {
    const { server, gateway, replies } = await pair(t)
    await gateway.send(smsTo('+46701234567'))
    const deliver = (values: Record<string, unknown>) =>
      new Promise<number>(resolve =>
        server.sessions[0]!.deliver_sm(
          { source_addr: '46701234567', destination_addr: '72000', ...values },
          pdu => resolve(pdu.command_status),
        ),
      )
    for (const [data_coding, text] of [
      [0, 'STOPP för gott [nu] {5 €}'],
      [8, 'Стоп 🛑'],
      [3, 'arrêt'],
    ] as const)
      await deliver({ data_coding, short_message: { message: text } })
    // A part of a long one: its header is left out.
    await deliver({
      data_coding: 0,
      esm_class: ESM.udh,
      short_message: { udh: Buffer.from([5, 0, 3, 9, 2, 1]), message: 'Hello' },
    })
    assert.deepEqual(
      replies.map(({ text }) => text),
      ['STOPP för gott [nu] {5 €}', 'Стоп 🛑', 'arrêt', 'Hello'],
    )
    assert.deepEqual(replies[0], {
      from: '+46701234567',
      to: '72000',
      text: 'STOPP för gott [nu] {5 €}',
    })
  })
})
