/**
 * What it costs that some people are not measured, beside an account in which everybody is, in
 * turns: emails composed, pixel and links answered and counted, an audience counted and planned.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { addNamedFilter } from '../src/domain/filters/save-filter.ts'
import { openKeys } from '../src/domain/keys/keys.ts'
import { countAudience } from '../src/domain/sendings/audience/count-audience.ts'
import { orderedAudience } from '../src/domain/sendings/audience/order.ts'
import { planAudience } from '../src/domain/sendings/audience/plan-audience.ts'
import { foldHits } from '../src/domain/tracking/fold-hits.ts'
import type { Hit } from '../src/domain/tracking/hit.ts'
import { newBatch, recordBatch } from '../src/domain/tracking/record-hit.ts'
import { createSealer } from '../src/lib/secrets.ts'
import { linkToken, messageTokens } from '../src/mail/links/links.ts'
import { macKey } from '../src/mail/links/signing.ts'
import {
  compileMeasured,
  composeMessage,
  type MeasuredPerson,
  type MessageRecipient,
} from '../src/mail/message/compose.ts'
import type { Context } from './driving.ts'
import { Figures, type Ratio, type Result, ratio } from './figures.ts'
import { execute } from './fixture.ts'
import { fillMeasuring, type MeasuredAccount, PEOPLE, SENT } from './measuring-fixture.ts'
import { FIELDS, HTML, SUBJECT, sendingFacts, TEXT } from './message.ts'
import { type Bench, onNewDatabase, startWeb } from './own-database.ts'
import { sized } from './smoke.ts'
import { takeTurns } from './turns.ts'

const TURNS = sized(30, 2)
const TURN_MILLIS = sized(250, 5)
const AUDIENCES = sized(6, 1)
/** A service that has no store of its own. */
const SECRET = 'a secret for the bench, long enough to be one'
const EMAILS = sized(20_000, 100)
const HITS = sized(20_000, 100)
const AT_ONCE = 30
/** By a field, as most are, and by what people did: it is unknown of who was not measured. */
const FILTERS = { 'by a field': 'country != "47"', 'not opened': `not opened sending ${SENT}` }
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'
const PERSON: MeasuredPerson = { opens: 'person', clicks: 'person' }
const NONE: MeasuredPerson = { opens: 'none', clicks: 'none' }

export async function measuringBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  const turned: Ratio[] = []
  context.noteLoad()
  await context.quietly(() => composeInTurns(figures))
  context.log('composed')
  await onNewDatabase(context, async bench => {
    const accounts = await fillMeasuring(bench)
    context.log('two accounts are filled')
    await audiences(bench, accounts, figures)
    context.log('audiences are counted and planned')
    turned.push(...(await answers(context, bench, accounts, figures)))
    context.log('pixels and links are answered')
    await counting(bench, accounts, figures)
  })
  const pair = (name: string, target: Ratio['target']) =>
    ratio(
      `${name}: a mix / everybody`,
      figures.get(`${name}, a mix`),
      figures.get(`${name}, everybody`),
      target,
    )
  return {
    name: 'measuring',
    about:
      `Two accounts of ${PEOPLE.toLocaleString('en-US')} people in turns: everybody is measured, ` +
      'or a third has agreed, a third declined, and the rest count in total.',
    series: figures.series,
    ratios: [
      pair('composed', { least: 0.95 }),
      ...turned,
      pair('hits aggregated', undefined),
      ...Object.keys(FILTERS).flatMap(filter => [
        pair(`counted, ${filter}`, { most: 1.1 }),
        pair(`planned, ${filter}`, { most: 1.1 }),
      ]),
    ],
  }
}

/** Half of the mix is not measured at all: the form of the email that differs the most. */
function composeInTurns(figures: Figures): Promise<void> {
  const messages = compileMeasured(
    { subject: SUBJECT, html: HTML, text: TEXT, from: { name: 'News', address: 'n@example.org' } },
    sendingFacts(),
  )
  const person = (i: number): MessageRecipient => ({
    id: 1_000_000 + i,
    email: `person.${i}@example.com`,
    name: `Åsa Öberg ${i}`,
    format: 'html',
    fields: FIELDS.with(2, `customer ${i}`),
  })
  const people = Array.from({ length: 1000 }, (_, i) => person(i))
  const compose = (name: string, measuredOf: (i: number) => MeasuredPerson) => {
    const until = performance.now() + TURN_MILLIS
    let made = 0
    const from = performance.now()
    for (; performance.now() < until; made++) {
      const measured = measuredOf(made)
      composeMessage(messages.for(measured), { ...people[made % people.length]!, measured })
    }
    const perSecond = made / ((performance.now() - from) / 1000)
    if (name !== '') figures.add(`composed, ${name}`, 'emails/s', perSecond)
  }
  const all = () => PERSON
  const half = (i: number) => (i % 2 === 0 ? PERSON : NONE)
  for (const warm of [all, half, all, half]) compose('', warm)
  for (let turn = 0; turn < TURNS; turn++) {
    compose('everybody', all)
    compose('a mix', half)
  }
  return Promise.resolve()
}

async function audiences(
  { store }: Bench,
  accounts: readonly MeasuredAccount[],
  figures: Figures,
): Promise<void> {
  for (const [filter, where] of Object.entries(FILTERS)) {
    const filterIds = new Map<number, number>()
    for (const { accountId } of accounts)
      filterIds.set(accountId, await addNamedFilter(store, accountId, filter, where))
    // The first turn warms the store.
    for (let turn = 0; turn <= AUDIENCES; turn++)
      for (const { name, accountId, listId } of accounts) {
        const order = { listId, filterIds: [filterIds.get(accountId)!] }
        const audience = await orderedAudience(store, accountId, order)
        const timed = async (what: string, work: () => Promise<unknown>) => {
          const from = performance.now()
          await work()
          if (turn > 0) figures.add(`${what}, ${filter}, ${name}`, 'ms', performance.now() - from)
        }
        await timed('counted', () => countAudience(store, accountId, audience))
        const sendingId = SENT + 1
        await execute(
          store,
          `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at)
           values (${accountId}, ${sendingId}, 1, ${listId}, '{}', 'paused', now())`,
        )
        // Rolled back, so that each turn finds the tables as the first did.
        await timed('planned', () => planned(store, { accountId, sendingId }, audience))
        await execute(
          store,
          `delete from sendings where account_id = ${accountId} and id = ${sendingId}`,
          'vacuum deliveries',
        )
      }
  }
}

class Undone extends Error {}

const planned = (
  store: Bench['store'],
  of: { accountId: number; sendingId: number },
  audience: Awaited<ReturnType<typeof orderedAudience>>,
): Promise<unknown> =>
  store
    .transact(async tx => {
      await planAudience(tx, of, audience, [])
      throw new Undone()
    }, {})
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })

/** Pixels and links of both accounts, from the addresses of their emails. */
async function answers(
  context: Context,
  bench: Bench,
  accounts: readonly MeasuredAccount[],
  figures: Figures,
): Promise<Ratio[]> {
  const service = await startWeb(bench, [], { ROLES: 'all' })
  const keys = await openKeys(bench.store, createSealer(SECRET))
  const { id, secret } = keys.newest()
  keys.close()
  const key = macKey(id, secret)
  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: ${AGENT}\r\nAccept: */*\r\n\r\n`
  const turned: Ratio[] = []
  try {
    for (const kind of ['pixel', 'redirect'] as const) {
      const targets = accounts.map(({ name, accountId }) => {
        const ref = { accountId, of: 'sending' as const, ofId: SENT }
        const link = linkToken(key, ref, 1, 'https://shop.example.com/products?campaign=autumn')
        const requests = Array.from({ length: EMAILS }, (_, n) => {
          const { hit } = messageTokens({ ...ref, id: n + 1 }, key)
          return get(kind === 'pixel' ? `/t/${hit}.gif` : `/t/${link}/${hit}`)
        })
        const positive = kind === 'pixel' ? 'GIF8' : ''
        return { name: `${kind}, ${name}`, port: service.port, requests, positive }
      })
      turned.push(...(await context.quietly(() => takeTurns(figures, 32, targets, 0.95))))
      for (const { accountId } of accounts) await untilCounted(bench, accountId)
    }
  } finally {
    await service.stop()
  }
  return turned
}

async function untilCounted({ store }: Bench, accountId: number): Promise<void> {
  await foldHits(store, accountId)
  const text = 'select from hit_suspicions limit 1'
  while ((await store.run({ name: '', text, again: true }, [])).rows.length > 0) await pause(200)
}

/** Hits as they come, thirty in a row of arrivals, are aggregated: here without anything beside. */
async function counting(
  { store }: Bench,
  accounts: readonly MeasuredAccount[],
  figures: Figures,
): Promise<void> {
  for (let turn = 0; turn <= AUDIENCES; turn++)
    for (const { name, accountId } of accounts) {
      await execute(
        store,
        'truncate hits, hit_arrivals, engagements, clicked_links, hit_totals, hit_hours, ' +
          'hit_suspicions',
      )
      for (let from = 0; from < HITS; from += AT_ONCE)
        await recordBatch(store, newBatch(accountId, hitsFrom(accountId, from)))
      const began = performance.now()
      await foldHits(store, accountId)
      const perSecond = HITS / ((performance.now() - began) / 1000)
      if (turn > 0) figures.add(`hits aggregated, ${name}`, 'hits/s', perSecond)
    }
}

const hitsFrom = (accountId: number, from: number): Hit[] =>
  Array.from({ length: Math.min(AT_ONCE, HITS - from) }, (_, at) => ({
    accountId,
    id: from + at + 1,
    kind: 'view',
    source: 'sending',
    sourceId: SENT,
    deliveryId: 1 + ((from + at) % PEOPLE),
    link: 0,
    at: Date.now(),
    network: '',
    reason: 'browser',
    agent: 'Firefox, Windows',
    verdict: 'person',
  }))
