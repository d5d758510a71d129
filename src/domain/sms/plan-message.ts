/**
 * Plans an SMS: for the subscribers of a list, or chosen ones, page by page. Numbers are converted
 * to E.164, priced and inserted into the ledger of SMS, each once. Memory use is constant, and the
 * event loop is yielded to every few hundred numbers.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../../db/db.ts'
import { NUMBER_FAULTS, readNumber } from '../../sms/numbers.ts'
import type { HashAddress } from '../keys/address-hash.ts'
import { amountOf, writeAmount } from './credits/amount.ts'
import { type PriceOf, priceTable } from './credits/price-of.ts'
import { anyErasedNumber } from './opt-outs.sql.ts'
import { chosenPeople, findCountry, peopleOfList, planSms, shareAccount } from './plan.sql.ts'

/** `number`: one in E.164, of no subscriber. */
export type Audience =
  | { listId: number }
  | { subscriberIds: readonly number[] }
  | { number: string }

/** Why a candidate gets no SMS: docs/sms.md. */
export const SMS_LEFT_OUT = [
  ...NUMBER_FAULTS,
  'same number',
  'opted out',
  'opted out of SMS',
  'no price',
] as const

/** The id of the delivery to a number that belongs to no subscriber. */
const NOBODY = 0

export interface Tally {
  candidates: number
  planned: number
  /** By reason; candidates = planned + left out. */
  leftOut: Record<string, number>
  /** In millionths of a credit. */
  cost: bigint
}

interface Recipient {
  id: number
  countryCode: string
  phone: string
  optedOut: boolean
}

interface Terms {
  /** The country of numbers without a country code. */
  country: string
  priceOf: PriceOf
}

interface Addressed {
  id: number
  number: string
  /** Per segment. */
  price: bigint
}

const PAGE = 5_000
/**
 * Numbers parsed without yielding: each takes some microseconds, so the event loop is blocked for a
 * few milliseconds at most.
 */
const BETWEEN_TURNS = 400

/** The key of an erased person's number in the opt-outs of SMS. */
export const markOf = (hash: HashAddress, accountId: number, number: string): string =>
  `erased:${hash(accountId, number) ?? ''}`

/** In a transaction, before the message itself is inserted. `segments`: of the SMS. */
export async function planMessage(
  tx: Db,
  accountId: number,
  hash: HashAddress,
  { messageId, audience, segments }: { messageId: number; audience: Audience; segments: number },
): Promise<Tally> {
  await shareAccount(tx, { accountId })
  const priceOf = await priceTable(tx, accountId)
  const country = (await findCountry(tx, { accountId }))?.country ?? ''
  const marked = (await anyErasedNumber(tx, { accountId })).any
  if (marked && hash(accountId, '') === null)
    throw new Error(
      'this account has erased numbers, so planning a message needs the keys of the store, ' +
        'which are not open',
    )
  const tally: Tally = { candidates: 0, planned: 0, leftOut: {}, cost: 0n }
  // The store inserts a page while the numbers of the next one are parsed.
  let read: Addressed[] = []
  for await (const people of pages(tx, accountId, audience)) {
    tally.candidates += people.length
    const [numbers] = await Promise.all([
      numbersOf(people, { country, priceOf }, tally),
      write(read),
    ])
    read = numbers
  }
  await write(read)
  const left = Object.values(tally.leftOut).reduce((sum, count) => sum + count, 0)
  if (tally.candidates !== tally.planned + left)
    throw new Error(
      `SMS ${messageId}: ${tally.candidates} candidates, ${tally.planned} planned, ${left} ` +
        'left out',
    )
  return tally

  async function write(given: Addressed[]): Promise<void> {
    if (given.length === 0) return
    const { wanted, planned, cost } = await planSms(tx, {
      accountId,
      messageId,
      ids: given.map(({ id }) => id),
      numbers: given.map(({ number }) => number),
      marks: given.map(({ number }) => (marked ? markOf(hash, accountId, number) : null)),
      costs: given.map(({ price }) => writeAmount(price * BigInt(segments))),
    })
    leaveOut(tally, 'opted out of SMS', given.length - wanted)
    leaveOut(tally, 'same number', wanted - planned)
    tally.planned += planned
    tally.cost += amountOf(cost)
  }
}

async function* pages(tx: Db, accountId: number, audience: Audience): AsyncGenerator<Recipient[]> {
  if ('number' in audience) {
    yield [{ id: NOBODY, countryCode: '', phone: audience.number, optedOut: false }]
    return
  }
  if ('subscriberIds' in audience) {
    const ids = [...new Set(audience.subscriberIds)]
    for (let from = 0; from < ids.length; from += PAGE)
      yield await chosenPeople(tx, { accountId, subscriberIds: ids.slice(from, from + PAGE) })
    return
  }
  let place: { afterTime: string; afterId: number } = { afterTime: '-infinity', afterId: 0 }
  for (;;) {
    const page = await peopleOfList(tx, {
      accountId,
      listId: audience.listId,
      ...place,
      size: PAGE,
    })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    const last = page.at(-1)!
    place = { afterTime: last.subscribed, afterId: last.id }
  }
}

/** Returns the subscribers with a valid number and its price, and counts the rest. */
async function numbersOf(
  people: Recipient[],
  { country, priceOf }: Terms,
  tally: Tally,
): Promise<Addressed[]> {
  const numbers: Addressed[] = []
  for (const [at, { id, countryCode, phone, optedOut }] of people.entries()) {
    if (at % BETWEEN_TURNS === BETWEEN_TURNS - 1) await turn()
    if (optedOut) {
      leaveOut(tally, 'opted out', 1)
      continue
    }
    const read = readNumber(countryCode.trim() || country, phone)
    const price = 'number' in read ? priceOf(read.number) : undefined
    if (!('number' in read)) leaveOut(tally, read.fault, 1)
    else if (price === undefined) leaveOut(tally, 'no price', 1)
    else numbers.push({ id, number: read.number, price })
  }
  return numbers
}

function leaveOut({ leftOut }: Tally, reason: (typeof SMS_LEFT_OUT)[number], count: number): void {
  if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count
}
