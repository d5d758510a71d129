/** Subscribers whose ids come with the file, as of an account that moves in. */
import type { Tx } from '../../../db/db.ts'
import { holdersOfIds, idsOfKeys } from './depart.sql.ts'
import type { ImportRow } from './given.ts'
import type { Batch } from './prepare.ts'

export const chosenIdOf = (person: ImportRow): number | undefined =>
  'raw' in person ? person.chosenId : undefined

/** By the key of the address. */
export type WrongIds = ReadonlyMap<string, 'id-taken' | 'other-id' | 'measuring-declined'>

const NONE: WrongIds = new Map()

/** The highest id that the batch brings; 0: none. */
export function highestChosen({ people, departures }: Batch): number {
  let most = 0
  for (const person of people.values()) most = Math.max(most, chosenIdOf(person) ?? 0)
  for (const { chosenId = 0 } of departures.values()) most = Math.max(most, chosenId)
  return most
}

/**
 * Which addresses can't have the id that the file gives them: another subscriber has it, or they
 * are known under another one. Two that get one id at once are found by the primary key.
 */
export async function wrongIds(tx: Tx, accountId: number, batch: Batch): Promise<WrongIds> {
  const chosen = new Map<string, number>()
  for (const person of batch.people.values()) {
    const id = chosenIdOf(person)
    if (id !== undefined) chosen.set(person.emailKey, id)
  }
  for (const [emailKey, { chosenId }] of batch.departures)
    if (chosenId !== undefined) chosen.set(emailKey, chosenId)
  if (chosen.size === 0) return NONE
  const emailKeys = [...chosen.keys()]
  const held = await holdersOfIds(tx, { accountId, ids: [...chosen.values()] })
  const holders = new Map(held.map(({ id, emailKey }) => [id, emailKey]))
  const own = await idsOfKeys(tx, { accountId, emailKeys })
  const known = new Map(own.map(({ id, emailKey }) => [emailKey, id]))
  const wrong = new Map<string, 'id-taken' | 'other-id'>()
  const used = new Set<number>()
  for (const [emailKey, id] of chosen) {
    const present = known.get(emailKey)
    if (present !== undefined && present !== id) wrong.set(emailKey, 'other-id')
    else if (present === undefined && (holders.has(id) || used.has(id)))
      wrong.set(emailKey, 'id-taken')
    used.add(id)
  }
  return wrong
}
