/**
 * Events of programs, posted to /api/v1/events with an API key, and by a shop to a source, signed;
 * beside InsertSubscriber on the same store. Each event and each address is new, all are durable
 * when answered.
 */
import { createHmac } from 'node:crypto'
import { makeApiKey } from '../src/domain/members/api-keys/api-keys.ts'
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
/** Signed before they are posted; a load that is through with them begins again. */
const SIGNED = sized(20_000, 100)

export async function eventsBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const ratios = await onNewDatabase(context, async bench => {
    const token = await fill(bench)
    const service = await startWeb(bench, profileOptions(context.profiles), {
      ROLES: 'all',
      API_CALLS_PER_MINUTE: '10000000',
    })
    try {
      const source = await newSource(service.port, token)
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
      const webhooks = (part: string): Target => ({
        port: service.port,
        requests: webhooksOf(source, `${part}${stamp}`),
        positive: '',
      })
      const ways = [
        ['InsertSubscriber', inserts],
        ['events', events],
        ['webhooks', webhooks],
      ] as const
      const load = { connections: CONNECTIONS, measuredMs: context.seconds * 1000 }
      context.log('warming up')
      for (const [, of] of ways) await drive({ ...load, ...of('w'), measuredMs: WARM_MILLIS })
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        for (const [name, of] of ways) {
          const measured = { ...load, ...of(`r${run}`) }
          const outcome = await context.quietly(() => drive(measured))
          figures.add(name, 'calls/s', outcome.perSecond)
          figures.add(`${name}, p99`, 'ms', outcome.p99)
        }
      }
      context.log('taking turns')
      const targets = ways.map(([name, of]) => ({ name, ...of('t') }))
      const turns = await context.quietly(() => takeTurns(figures, CONNECTIONS, targets, 0.5))
      await allRecorded(service.port, token)
      return turns
    } finally {
      await service.stop()
    }
  })
  return {
    name: 'events',
    about:
      `Events of ${PEOPLE.toLocaleString('en-US')} people, posted to /api/v1/events, each with an ` +
      `id of its own, and to a source, signed; ${CONNECTIONS} connections, durable when answered; ` +
      'beside InsertSubscriber.',
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
    rights: ['read', 'people', 'own'],
    maker: { kind: 'command' },
    callsPerMinute: 10_000_000,
  })
  return token
}

interface Source {
  /** Of its address. */
  path: string
  secret: string
}

async function api<Answer>(
  port: number,
  token: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function newSource(port: number, token: string): Promise<Source> {
  const given = { name: 'shop', scheme: 'github', event: 'cart', idAt: 'id' }
  const made = await api<{ address: string; secret: string }>(port, token, '/event-sources', given)
  return { path: new URL(made.address, 'http://localhost').pathname, secret: made.secret }
}

/** A refused event is answered with 200 as well. */
async function allRecorded(port: number, token: string): Promise<void> {
  const shown = await api<{ outcomes: { outcome: string }[] }>(port, token, '/event-sources/shop')
  for (const { outcome } of shown.outcomes)
    if (outcome !== 'recorded' && outcome !== 'repeated')
      throw new Error(`a webhook ended as ${outcome}`)
}

const values = { total: 49.5, items: [{ name: 'Spade', price: 19.5 }, { name: 'Seeds' }] }

/** An event of each person; the load replaces the row of #. */
const eventsOf = (token: string, run: string): string[] =>
  Array.from({ length: PEOPLE }, (_, person) => {
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

/** Events that a shop has signed, each of another id. */
const webhooksOf = ({ path, secret }: Source, run: string): string[] =>
  Array.from({ length: SIGNED }, (_, number) => {
    const id = `${number}.${run}`
    const body = JSON.stringify({ email: addressOf(number % PEOPLE), id, ...values })
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `X-Hub-Signature-256: sha256=${signature}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    return `${head.join('\r\n')}\r\n\r\n${body}`
  })
