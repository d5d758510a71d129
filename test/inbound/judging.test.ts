/**
 * Messages that judging does not end with: they block no other, are begun three times at most, and
 * are set aside and reported.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createJudging, JudgingStopped } from '../../src/mail/bounces/judging.ts'
import {
  DOMAIN,
  deliver,
  fromCorpus,
  type Inbound,
  inboundSetup,
  report,
} from '../support/inbound.ts'
import { leastMillis } from '../support/processor-time.ts'
import { SECRET } from '../support/sending.ts'
import { until } from '../support/until.ts'

const SPINNING = new URL('../support/spinning-thread.ts', import.meta.url)
const spins = (more = '') => report('5.1.1', `550 5.1.1 SPIN ${more}`, 'p1@example.test')
const usual = fromCorpus('postfix-05-dns-again')

describe('the thread that judges', () => {
  test('ends with a message that never ends, and continues with the rest', async () => {
    const judging = createJudging({ entry: SPINNING, limitMillis: 1_000 })
    const read = await Promise.all(
      [usual, spins(), usual, spins(), usual].map(text => judging.judge(Buffer.from(text))),
    )
    assert.deepEqual(
      read.map(one => one?.recipients.length),
      [1, undefined, 1, undefined, 1],
    )
    await judging.close()
  })

  test('that has no memory left is replaced as well', async () => {
    const judging = createJudging({ entry: SPINNING })
    const read = await Promise.all(
      ['OUT OF MEMORY', usual].map(text => judging.judge(Buffer.from(text))),
    )
    assert.deepEqual([read[0], read[1]?.recipients.length], [undefined, 1])
    await judging.close()
  })

  test('is ended in any state, and rejects the waiting calls', async () => {
    const judging = createJudging({ entry: SPINNING })
    const waiting = [judging.judge(Buffer.from(spins())), judging.judge(usual)]
    const told = Promise.all(waiting.map(one => assert.rejects(one, JudgingStopped)))
    await pause(300)
    await judging.close()
    await told
    await assert.rejects(judging.judge(usual), JudgingStopped)
  })

  test('judges what came for several once', async () => {
    const judging = createJudging()
    const [one, other] = await Promise.all([judging.judge(usual, true), judging.judge(usual, true)])
    assert.equal(one, other)
    assert.notEqual(await judging.judge(usual), one)
    await judging.close()
  })
})

describe('a message that never ends', () => {
  let inbound: Inbound
  let sendingId: number
  before(async () => {
    inbound = await inboundSetup({ people: 12, judging: { entry: SPINNING, limitMillis: 300 } })
    sendingId = await inbound.accepted()
  })
  after(() => inbound.close())
  const states = async () =>
    (
      await inbound.ask(
        'select delivery_id, state from inbound_messages where source_id is not null order ' +
          'by 1, id',
      )
    ).map(row => row.join(' '))

  test('is begun three times, alone from the second on, and set aside; what comes with it is judged', async () => {
    await Promise.all(
      [1, 2, 3].map(id =>
        inbound.deliver(
          id === 2 ? spins() : report('5.1.1', '550 5.1.1 unknown', `p${id}@example.test`),
          inbound.returnPath(sendingId, id),
        ),
      ),
    )
    await inbound.judged()
    assert.deepEqual(await states(), ['1 judged', '2 unreadable', '3 judged'])
    assert.deepEqual(await inbound.ask('select begun from inbound_judgings'), [['3']])
    const told = inbound.log.filter(({ msg }) => String(msg).includes('was set aside'))
    assert.deepEqual(
      [told.length, told[0]!.why],
      [1, 'judging it was begun 3 times and never ended'],
    )
  })

  test('to postmaster@ is acknowledged, and blocks no other message', async () => {
    const [spun, judged] = await Promise.all([
      inbound.deliver(spins('to us'), `postmaster@${DOMAIN}`),
      inbound.deliver(usual, `abuse@${DOMAIN}`),
    ])
    assert.deepEqual([spun.slice(0, 3), judged.slice(0, 3)], ['250', '250'])
    await inbound.judged()
    assert.deepEqual(
      await inbound.ask(
        'select envelope_to, state from inbound_messages where account_id = 0 order by 1',
      ),
      [
        [`abuse@${DOMAIN}`, 'judged'],
        [`postmaster@${DOMAIN}`, 'unreadable'],
      ],
    )
  })

  test('a stop ends, and does not count as a beginning', async () => {
    const patient = await inboundSetup({
      people: 3,
      // So long that only the stop can end the message.
      judging: { entry: SPINNING, limitMillis: 3_600_000 },
      patienceMillis: 300,
    })
    const sending = await patient.accepted()
    for (const id of [1, 2]) await patient.deliver(spins(), patient.returnPath(sending, id))
    await until(async () => (await patient.ask('select 1 from inbound_judgings')).length > 0)
    await patient.stopWorkers()
    assert.deepEqual(await patient.ask('select * from inbound_judgings'), [])
    await patient.close()
  })
})

test('kill -9 in the middle of judging, three times: the fourth start sets the message aside', async () => {
  const inbound = await inboundSetup({ people: 5 })
  const sendingId = await inbound.accepted()
  await inbound.stopWorkers()
  const begun = async (id: number) =>
    (
      await inbound.ask(
        'select j.begun from inbound_judgings j join inbound_messages m ' +
          'on (m.account_id, m.id) = (j.account_id, j.message_id) where m.delivery_id = $1',
        [id],
      )
    )[0]?.[0]
  const start = async () => {
    const script = new URL('../support/judging-process.ts', import.meta.url).pathname
    const given = JSON.stringify({ connection: inbound.connection, secret: SECRET })
    const child = spawn(process.execPath, [script, given], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [port] = await once(child.stdout, 'data')
    const gone = once(child, 'exit')
    return { port: Number(port), kill: () => child.kill('SIGKILL') && gone }
  }
  for (let time = 1; time <= 3; time++) {
    const child = await start()
    if (time === 1)
      await deliver(child.port, { to: [inbound.returnPath(sendingId, 1)], message: spins() })
    await until(async () => (await begun(1)) === String(time))
    await child.kill()
  }
  const child = await start()
  await deliver(child.port, {
    to: [inbound.returnPath(sendingId, 2)],
    message: report('5.1.1', '550 5.1.1 unknown', 'p2@example.test'),
  })
  await inbound.judged()
  await child.kill()
  assert.deepEqual(
    await inbound.ask('select delivery_id, state from inbound_messages order by 1'),
    [
      ['1', 'unreadable'],
      ['2', 'judged'],
    ],
  )
  await inbound.close()
})

test('a mail of 250 kB of blanks to postmaster@ is judged at once', async () => {
  const inbound = await inboundSetup({ people: 1 })
  await inbound.deliver(usual, `postmaster@${DOMAIN}`)
  const html = `Subject: x\nContent-Type: text/html\n\n<pre>${' '.repeat(250_000)}x</pre>`
  // The store's answers and the client's side of the conversation included.
  const millis = await leastMillis(async () => {
    assert.match(await inbound.deliver(html, `postmaster@${DOMAIN}`), /^250/)
    await inbound.judged()
  }, 2_000)
  assert.ok(millis < 2_000, `${millis} ms`)
  await inbound.close()
})
