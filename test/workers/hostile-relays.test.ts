/**
 * Relays that hang, lie, refuse and vanish: each recipient ends with one state and a reason, and no
 * one gets an email twice.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TimeOuts } from '../../src/mail/smtp/opening.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import type { Trick } from '../support/smtp-tricks.ts'
import { until } from '../support/until.ts'

const PEOPLE = 30

interface Hostile {
  name: string
  tricks: Trick[]
  offers?: string[]
  /** Of the step that hangs alone: a slow machine takes its time for the others. */
  timeOuts?: Partial<TimeOuts>
  /** The states that emails may be in after the first try. */
  ends: string[]
  /** What stands in the row of each that did not arrive. */
  because: RegExp
  pauses?: true
  pausesSending?: RegExp
}

const always = (at: Trick['at'], how: Trick['do'], reply?: string): Trick[] => [
  reply === undefined ? { at, do: how } : { at, do: how, reply },
]

const hostile: Hostile[] = [
  ...(['greeting', 'ehlo'] as const).map(at => ({
    name: `hangs at ${at}`,
    tricks: always(at, 'hang'),
    timeOuts: { [at === 'ehlo' ? 'hello' : at]: 500 },
    ends: ['planned'],
    because: /./,
  })),
  ...(['mail', 'rcpt', 'data'] as const).map(at => ({
    name: `hangs at ${at}`,
    tricks: always(at, 'hang'),
    timeOuts: { [at]: 500 },
    ends: ['deferred', 'planned'],
    because: /./,
  })),
  {
    name: 'hangs at the final dot',
    tricks: always('dot', 'hang'),
    timeOuts: { dot: 500 },
    ends: ['uncertain'],
    because: /./,
  },
  {
    name: 'ends the connection after DATA',
    tricks: always('data', 'cut'),
    ends: ['deferred', 'planned'],
    because: /./,
  },
  {
    name: 'takes the email and ends the connection without a reply',
    tricks: always('dot', 'lose'),
    ends: ['uncertain'],
    because: /./,
  },
  {
    name: 'lies about SIZE',
    tricks: [],
    offers: ['PIPELINING', 'SIZE 10'],
    ends: ['planned'],
    because: /takes no more than 10/,
    pausesSending:
      /^Route default: The email has \d+ octets; the relay takes no more than 10\. Use/,
  },
  {
    name: 'answers garbage',
    tricks: always('mail', 'reply', 'what?'),
    ends: ['deferred', 'planned'],
    because: /./,
  },
  {
    name: 'answers 421',
    tricks: always('mail', 'bye', '421 4.7.0 too many connections'),
    ends: ['deferred', 'planned'],
    because: /421|slow|held back/i,
  },
  {
    name: 'answers 450',
    tricks: always('rcpt', 'reply', '450 4.2.0 greylisted'),
    ends: ['deferred'],
    because: /450|slow/i,
  },
  {
    name: 'answers 550',
    tricks: always('rcpt', 'reply', '550 5.1.1 no such user'),
    ends: ['bounced'],
    because: /^550 /,
  },
  {
    name: 'answers 552',
    tricks: always('dot', 'reply', '552 5.3.4 message too big'),
    ends: ['bounced'],
    because: /^552 /,
  },
  {
    name: 'blocks us',
    tricks: always('mail', 'reply', '554 5.7.1 your address is on a block list'),
    ends: ['deferred', 'planned'],
    because: /554|^$/,
    pauses: true,
  },
]

describe('a relay that', { concurrency: 4 }, () => {
  for (const one of hostile) {
    const { name, tricks, offers, timeOuts = {}, ends, because, pauses, pausesSending } = one
    test(name, async () => {
      const setup = await sendingSetup(PEOPLE)
      const sink = await startSink({ keep: 0, tricks, ...(offers && { offers }) })
      const workers = await setup.startWorkers(sink.port, {}, setup.store, { timeOuts })
      try {
        await setup.send()
        const untried = async () =>
          Number(
            (
              await setup.ask(
                `select count(*) from deliveries where state in ('claimed', 'handed over') ` +
                  `or (state = 'planned' and reason is null and reply is null)`,
              )
            )[0]![0],
          )
        const planned = async () =>
          Number((await setup.ask('select count(*) from deliveries'))[0]![0])
        const paused = async () =>
          (await setup.ask('select paused_reason from routes where paused_at is not null')).length >
          0
        const sendingPaused = async () =>
          (await setup.ask("select reason from sendings where state = 'paused'"))[0]?.[0]
        // A route that rests or is paused leaves the others untried, as it should: a look at a few
        // is enough then.
        const began = performance.now()
        await until(async () => {
          if ((await paused()) || (await sendingPaused())) return true
          const [all, left] = [await planned(), await untried()]
          const isEnough = ends.includes('planned') && performance.now() - began > 5_000
          return all > 0 && (left === 0 || (isEnough && left < all))
        })
        await workers.stop()

        assert.equal(
          (await setup.ask('select count(*) from claims'))[0]![0],
          '0',
          'a claim was left behind',
        )
        const rows = await setup.ask(
          "select email, state, coalesce(reply, reason, ''), next_try_at is not null from " +
            'deliveries',
        )
        assert.equal(rows.length, PEOPLE)
        for (const [email, state, why, waits] of rows) {
          assert.ok(ends.includes(state!), `${email} is ${state}: ${why}`)
          if (why !== '' || state !== 'planned') assert.match(why!, because, `${email} is ${state}`)
          // What is not final waits; what is final does not.
          if (state === 'planned' || state === 'deferred') assert.equal(waits, 't')
          if (state === 'bounced' || state === 'failed') assert.equal(waits, 'f')
        }
        for (const [email, count] of sink.counts)
          assert.equal(count, 1, `${email} got it ${count} times`)
        assert.equal(await paused(), pauses ?? false)
        if (pausesSending) assert.match((await sendingPaused()) ?? '', pausesSending)
      } finally {
        await workers.stop().catch(() => {})
        await sink.stop()
        await setup.drop()
      }
    })
  }
})
