/**
 * SMS over SMPP to a server of another make: what it gets, and what each of its answers comes to.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../support/until.ts'
import { pair, smsTo } from './server.ts'

describe('texts over SMPP', () => {
  test('binds as a transceiver and sends an SMS as it is written', async t => {
    const { server, gateway } = await pair(t)
    const verdict = await gateway.send(smsTo('+46701234567', 'Grüße, 5 € [nur heute]'))
    assert.deepEqual(verdict, {
      outcome: 'accepted',
      reply: 'ESME_ROK (0x00)',
      gatewayIds: ['id1'],
      aboutUs: false,
    })
    const [bind] = server.binds
    assert.deepEqual(
      [bind?.system_id, bind?.password, bind?.interface_version],
      ['user', 'secret', 0x34],
    )
    const [submit] = server.submits
    assert.equal(submit?.destination_addr, '46701234567')
    assert.deepEqual([submit?.dest_addr_ton, submit?.dest_addr_npi], [1, 1])
    assert.deepEqual([submit?.source_addr, submit?.source_addr_ton], ['Pennypost', 5])
    assert.deepEqual(
      [submit?.data_coding, submit?.esm_class, submit?.registered_delivery],
      [0, 0, 1],
    )
    // The package reads data_coding 0 as the GSM alphabet, with its own tables.
    assert.deepEqual(submit?.short_message, { message: 'Grüße, 5 € [nur heute]' })
  })

  test('sends texts beyond the GSM alphabet as UCS-2', async t => {
    const { server, gateway } = await pair(t)
    await gateway.send(smsTo('+46701234567', 'Спасибо 🎉'))
    assert.equal(server.submits[0]?.data_coding, 8)
    assert.deepEqual(server.submits[0]?.short_message, { message: 'Спасибо 🎉' })
  })

  test('a long SMS goes in segments with a header, the first of them alone', async t => {
    const open = new Map<number, number>()
    const { server, gateway } = await pair(t, {
      answer: (pdu, session, count) => {
        open.set(count, server.submits.length)
        setTimeout(() => session.send(pdu.response({ message_id: `id${count}` })), 20)
        return undefined
      },
    })
    const text = '0123456789'.repeat(46)
    const verdict = await gateway.send(smsTo('+46701234567', text))
    assert.deepEqual(verdict.gatewayIds, ['id1', 'id2', 'id3', 'id4'])
    const parts = server.submits.map(pdu => pdu.short_message as { udh: Buffer[]; message: string })
    assert.equal(parts.map(({ message }) => message).join(''), text)
    // 3GPP TS 23.040, 9.2.3.24.1: concatenation with a reference of 8 bits.
    assert.deepEqual(
      parts.map(({ udh }) => [...udh[0]!]),
      [1, 2, 3, 4].map(number => [0, 3, 42, 4, number]),
    )
    assert.deepEqual(
      server.submits.map(pdu => pdu.esm_class),
      [0x40, 0x40, 0x40, 0x40],
    )
  })

  test('or with parameters beside it, or whole', async t => {
    const text = 'x'.repeat(200)
    const sar = await pair(t, {}, { query: 'long=sar' })
    await sar.gateway.send(smsTo('+46701234567', text, { reference: 300 }))
    assert.deepEqual(
      sar.server.submits.map(pdu => [
        pdu.sar_msg_ref_num,
        pdu.sar_total_segments,
        pdu.sar_segment_seqnum,
        pdu.esm_class,
      ]),
      [
        [300, 2, 1, 0],
        [300, 2, 2, 0],
      ],
    )
    const payload = await pair(t, {}, { query: 'long=payload' })
    const verdict = await payload.gateway.send(smsTo('+46701234567', text))
    assert.equal(verdict.gatewayIds.length, 1)
    assert.deepEqual(payload.server.submits[0]?.message_payload, { message: text })
  })

  test('senders are names, short numbers, or numbers', async t => {
    const { server, gateway } = await pair(t, {}, { query: 'from=72000' })
    await gateway.send(smsTo('+46701234567'))
    await gateway.send(smsTo('+46701234567', 'Hello', { from: '+46709999999' }))
    assert.deepEqual(
      server.submits.map(pdu => [pdu.source_addr, pdu.source_addr_ton, pdu.source_addr_npi]),
      [
        ['72000', 3, 0],
        ['46709999999', 1, 1],
      ],
    )
  })

  test('each refusal of a number is its own, and costs the others nothing', async t => {
    const { gateway } = await pair(t, {
      answer: pdu => (String(pdu.destination_addr).endsWith('13') ? 0x0b : 'taken'),
    })
    const verdicts = await Promise.all(
      [11, 12, 13, 14].map(end => gateway.send(smsTo(`+467012345${end}`))),
    )
    assert.deepEqual(
      verdicts.map(({ outcome }) => outcome),
      ['accepted', 'accepted', 'refused', 'accepted'],
    )
    assert.equal(verdicts[2]?.reply, 'ESME_RINVDSTADR (0x0b)')
  })

  test('trouble of the gateway is for later; refusals about us have it rest', async t => {
    let status = 8
    const { server, gateway } = await pair(t, { answer: () => status })
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'deferred')
    status = 0x0a
    for (let i = 0; i < 5; i++) {
      const verdict = await gateway.send(smsTo('+46701234567'))
      assert.deepEqual(
        [verdict.outcome, verdict.aboutUs, verdict.reply],
        ['deferred', true, 'ESME_RINVSRCADR (0x0a)'],
      )
    }
    assert.equal(gateway.state().up, false)
    assert.match(gateway.state().trouble ?? '', /ESME_RINVSRCADR/)
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'unusable')
    assert.equal(server.submits.length, 6)
  })

  test('an SMS of which some segments were taken and one refused is uncertain, with the ids it has', async t => {
    const { gateway } = await pair(t, {
      answer: (_pdu, _session, count) => (count === 2 ? 0x45 : `id${count}`),
    })
    const verdict = await gateway.send(smsTo('+46701234567', 'x'.repeat(400)))
    assert.equal(verdict.outcome, 'uncertain')
    assert.equal(verdict.reply, '2 of 3 segments were taken: ESME_RSUBMITFAIL (0x45)')
    assert.deepEqual(verdict.gatewayIds, ['id1', '', 'id3'])
  })

  test('what is not ours any more is not sent', async t => {
    const { server, gateway } = await pair(t)
    assert.equal(
      (await gateway.send(smsTo('+46701234567', 'Hello', { stillOurs: () => false }))).outcome,
      'abandoned',
    )
    assert.equal(server.submits.length, 0)
  })

  test('never more without an answer than the window has room for', async t => {
    let open = 0
    let most = 0
    const { gateway } = await pair(
      t,
      {
        answer: (pdu, session, count) => {
          most = Math.max(most, ++open)
          setTimeout(() => {
            open--
            session.send(pdu.response({ message_id: `id${count}` }))
          }, 10)
          return undefined
        },
      },
      { query: 'window=7' },
    )
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        gateway.send(smsTo(`+4670123${1000 + i}`, 'x'.repeat(i * 4))),
      ),
    )
    assert.equal(most, 7)
  })

  test('a throttled SMS goes again, and the gateway is given a rest', async t => {
    const at: number[] = []
    const { server, gateway } = await pair(t, {
      answer: (_pdu, _session, count) => {
        at.push(Date.now())
        return count <= 3 ? (count === 2 ? 0x14 : 0x58) : `id${count}`
      },
    })
    const verdict = await gateway.send(smsTo('+46701234567'))
    assert.deepEqual([verdict.outcome, server.submits.length], ['accepted', 4])
    const pauses = at.slice(1).map((time, i) => time - at[i]!)
    // 50 ms, and the double of it each time.
    for (const [i, pause] of pauses.entries()) assert.ok(pause >= 50 * 2 ** i - 5, `${pauses}`)
    assert.match(gateway.state().trouble ?? '', /throttled: ESME_RTHROTTLED/)
  })

  test('closing gives back at once what waits for a gateway that has saturation', async t => {
    const { server, gateway } = await pair(t, { answer: () => 0x58 }, { firstPauseMillis: 20_000 })
    const sent = Promise.all([
      gateway.send(smsTo('+46701234567')),
      gateway.send(smsTo('+46701234568')),
    ])
    await until(() => server.submits.length === 2)
    // The answers come one right after the other, and give the gateway a rest.
    await until(() => gateway.state().trouble)
    await new Promise(resolve => setTimeout(resolve, 50))
    await gateway.close()
    assert.deepEqual(
      (await sent).map(({ outcome }) => outcome),
      ['unusable', 'unusable'],
    )
    assert.equal(server.submits.length, 2)
  })

  test('closing ends with unbind, after SMS in flight', async t => {
    const { server, gateway } = await pair(t, {
      answer: (pdu, session, count) => {
        setTimeout(() => session.send(pdu.response({ message_id: `id${count}` })), 100)
        return undefined
      },
    })
    const sent = Promise.all([
      gateway.send(smsTo('+46701234567')),
      gateway.send(smsTo('+46701234568')),
    ])
    await until(() => server.submits.length === 2)
    let unbound = false
    server.sessions[0]!.on('unbind', () => {
      unbound = true
    })
    await gateway.close()
    assert.deepEqual(
      (await sent).map(({ outcome }) => outcome),
      ['accepted', 'accepted'],
    )
    assert.equal(unbound, true)
    assert.equal((await gateway.send(smsTo('+46701234567'))).outcome, 'unusable')
  })
})
