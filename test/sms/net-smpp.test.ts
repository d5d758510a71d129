/**
 * Our packets read, and packets for us written, by a codec that shares nothing with ours: Perl's
 * Net::SMPP.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { readSmppUrl } from '../../src/sms/gateway-url.ts'
import { octetsOf } from '../../src/sms/octets.ts'
import { segment } from '../../src/sms/segments.ts'
import { createSmppGateway } from '../../src/sms/smpp/gateway.ts'
import { until } from '../support/until.ts'
import { listening, smsTo } from './server.ts'

const there = spawnSync('perl', ['-MNet::SMPP', '-MJSON::PP', '-e', '1']).status === 0
const SCRIPT = new URL('./net-smpp.pl', import.meta.url).pathname

type Told = Record<string, string | number>

async function perlServer(): Promise<{ port: number; told: Told[]; stop(): void }> {
  const child = spawn('perl', [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [port] = (await once(lines, 'line')) as [string]
  const told: Told[] = []
  lines.on('line', line => told.push(JSON.parse(line) as Told))
  return { port: Number(port), told, stop: () => child.kill() }
}

const missing = !there && 'this machine lacks Net::SMPP of Perl: apt-get install libnet-smpp-perl'
if (missing) assert.notEqual(process.env.REQUIRE_ALL, '1', missing)

describe('an independent codec', { skip: missing }, () => {
  for (const long of ['udh', 'sar', 'payload'])
    test(`reads what we write, with long=${long}, and we read what it writes`, async t => {
      const server = await perlServer()
      const { receipts, replies, listener } = listening()
      const url = readSmppUrl(
        `smpp://user:secret@127.0.0.1:${server.port}?window=1&from=Pennypost&long=${long}`,
      )
      const gateway = createSmppGateway({ url, listener })
      t.after(async () => {
        await gateway.close(0)
        server.stop()
      })
      const short = 'Grüße, 5 €'
      const cyrillic = 'Привет 🎉 '.repeat(12)
      const first = await gateway.send(smsTo('+46701234567', short))
      assert.deepEqual([first.outcome, first.gatewayIds], ['accepted', ['perl-1']])
      await gateway.send(smsTo('+393331234567', cyrillic, { reference: 7, from: '+46700000000' }))
      await until(() => receipts.length === 2 && replies.length === 1)
      await gateway.close()
      await until(() => server.told.at(-1)?.name === 'unbind')

      assert.ok(server.told.every(({ name }) => !String(name).startsWith('0x')))
      const [bind, one, ...rest] = server.told.filter(
        ({ name }) => name === 'bind_transceiver' || name === 'submit_sm',
      )
      assert.deepEqual(
        [bind?.system_id, bind?.password, bind?.interface_version],
        ['user', 'secret', '52'],
      )
      const { name: _, status: __, message, ...fields } = one!
      assert.equal(message, octetsOf(segment(short))[0]!.toString('hex'))
      assert.deepEqual(fields, {
        source_addr: 'Pennypost',
        source_addr_ton: '5',
        source_addr_npi: '0',
        destination_addr: '46701234567',
        dest_addr_ton: '1',
        dest_addr_npi: '1',
        esm_class: '0',
        data_coding: '0',
        registered_delivery: '1',
      })

      const parts = octetsOf(segment(cyrillic)).map(octets => octets.toString('hex'))
      assert.equal(parts.length, 2)
      assert.ok(
        rest.every(
          ({ data_coding, source_addr_ton }) => data_coding === '8' && source_addr_ton === '1',
        ),
      )
      if (long === 'udh')
        assert.deepEqual(
          rest.map(told => [told.esm_class, told.message]),
          parts.map((part, i) => ['64', `050003070${parts.length}0${i + 1}${part}`]),
        )
      else if (long === 'sar')
        assert.deepEqual(
          rest.map(told => [
            told.message,
            told.sar_msg_ref_num,
            told.sar_total_segments,
            told.sar_segment_seqnum,
          ]),
          parts.map((part, i) => [part, '0007', '02', `0${i + 1}`]),
        )
      else
        assert.deepEqual(
          rest.map(told => [told.message, told.payload]),
          [['', parts.join('')]],
        )

      assert.deepEqual(
        receipts.map(({ gatewayId, state, numbers }) => [
          gatewayId,
          state,
          numbers.includes('46701234567'),
        ]),
        [
          ['perl-1', 'delivered', true],
          ['perl-1', 'refused', true],
        ],
      )
      assert.deepEqual(replies, [{ from: '+46701234567', to: '72000', text: 'Stoppå' }])
      const answers = server.told.filter(({ name }) => name === 'deliver_sm_resp')
      assert.deepEqual(
        answers.map(({ status }) => status),
        [0, 0, 0],
      )
    })
})
