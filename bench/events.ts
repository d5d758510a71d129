/**
 * Events of programs, posted to /api/v1/events with an API key, beside InsertSubscriber on the same
 * store: each event and each address is new, both are durable when answered.
 */
import { makeApiKey } from '../src/domain/members/api-keys.ts'
import { subscribe } from '../src/domain/subscribers/subscribe.ts'
import { type Context, drive, profileOptions } from './driving.ts'
import { Figures, type Result } from './figures.ts'
import { type Bench, onNewDatabase, startWeb } from './own-database.ts'
import { insertOf, POSITIVE } from './requests.ts'
import { sized } from './smoke.ts'
import type { Target } from './turn-load.ts'
import { takeTurns } from './turns.ts'

const CONNECTIONS = 32
/** Who the events are of. */
const PEOPLE = sized(1_000, 10)
/** Warm-up of each: the service was just started on a new database. */
const WARM_MILLIS = sized(6_000, 20)
/** In a good answer, before the digits of the id. */
const RECORDED = '"subscriberId":'

export async function eventsBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const ratios = await onNewDatabase(context, async bench => {
    const token = await fill(bench)
    const service = await startWeb(bench, profileOptions(context.profiles), { ROLES: 'all' })
    try {
      const stamp = Date.now().toString(36)
      const inserts = (part: string): Target => ({
        port: service.port,
        requests: [insertOf('bench', bench.listId, `${part}${stamp}`)],
        positive: POSITIVE.insert,
      })
      const events = (part: string): Target => ({
        port: service.port,
        requests: eventsOf(token, `${part}${stamp}`),
        positive: RECORDED,
      })
      const load = { connections: CONNECTIONS, measuredMs: context.seconds * 1000 }
      context.log('warming up')
      for (const target of [inserts('w'), events('w')])
        await drive({ ...load, ...target, measuredMs: WARM_MILLIS })
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        for (const [name, of] of [
          ['InsertSubscriber', inserts],
          ['events', events],
        ] as const) {
          const measured = { ...load, ...of(`r${run}`) }
          const outcome = await context.quietly(() => drive(measured))
          figures.add(name, 'calls/s', outcome.perSecond)
          figures.add(`${name}, p99`, 'ms', outcome.p99)
        }
      }
      context.log('taking turns')
      const targets = [
        { name: 'InsertSubscriber', ...inserts('t') },
        { name: 'events', ...events('t') },
      ]
      return await context.quietly(() => takeTurns(figures, CONNECTIONS, targets, 0.5))
    } finally {
      await service.stop()
    }
  })
  return {
    name: 'events',
    about:
      `Events of ${PEOPLE.toLocaleString('en-US')} people, posted to /api/v1/events, each with an ` +
      `id of its own, ${CONNECTIONS} connections, durable when answered; beside InsertSubscriber.`,
    series: figures.series,
    ratios,
  }
}

const addressOf = (person: number) => `person${person}@example.com`

/** Returns the token of an API key. */
async function fill({ store, accountId, listId }: Bench): Promise<string> {
  const nothing = { name: '', format: undefined, countryCode: '', phone: '' }
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) =>
      subscribe(store, accountId, listId, { ...nothing, email: addressOf(person) }),
    ),
  )
  const { token } = await makeApiKey(store, accountId, {
    name: 'shop',
    rights: ['read', 'people'],
    maker: { kind: 'command' },
    callsPerMinute: 10_000_000,
  })
  return token
}

/** An event of each person; the load replaces the row of #. */
const eventsOf = (token: string, run: string): string[] =>
  Array.from({ length: PEOPLE }, (_, person) => {
    const values = { total: 49.5, items: [{ name: 'Spade', price: 19.5 }, { name: 'Seeds' }] }
    const body = JSON.stringify({
      name: 'cart',
      email: addressOf(person),
      id: `##########.${run}`,
      values,
    })
    const head = [
      'POST /api/v1/events HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    return `${head.join('\r\n')}\r\n\r\n${body}`
  })
