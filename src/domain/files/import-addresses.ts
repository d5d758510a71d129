/** Imports a file of addresses into a list of the account, many per transaction. */
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { rejectReasons } from './form/row-problems.ts'
import type { AddressRow } from './read-addresses.ts'

export interface AddressCounts {
  /** Rows of the file, without its header. */
  read: number
  added: number
  /** On the list before, or repeated in the file. */
  alreadyThere: number
  notValid: number
}

export interface RejectedAddress {
  line: number
  raw: string
  code: AddressReject
  /** In English. */
  reason: string
}

/** Why a row is not taken, with its sentence. */
const addressRejects = {
  ...rejectReasons,
  'no-address': 'no address',
  address: 'not an address',
  'temporary-bounce': 'a temporary bounce, which suppresses nobody',
  'time-over': 'its time is over',
  'long-ago': 'so long ago that it would be tried again',
} as const

export type AddressReject = keyof typeof addressRejects

export interface AddressProgress {
  counts: AddressCounts
  rejects: RejectedAddress[]
  /** Rows that hold a valid address, taken or not. */
  addresses: number
}

export interface AddressImport<Entry> {
  /** The entry of a row whose address is valid, or why it is not taken. */
  entryOf(email: string, row: AddressRow): Entry | { refused: AddressReject }
  /** Whether a row says nothing new about the address of an earlier one; without it none does. */
  repeats?(entry: Entry, earlier: Entry): boolean
  /** Adds entries by the keys of their addresses; returns how many are new. */
  add(entries: ReadonlyMap<string, Entry>): Promise<number>
}

/** Addresses per transaction: few enough that other writers of one of them wait only briefly. */
const BATCH = 1000

/**
 * Yields after each batch the counts so far and its rejected rows. When the caller stops iterating,
 * the import stops; yielded batches are committed.
 */
export async function* importAddresses<Entry extends object>(
  rows: AsyncIterable<AddressRow[]>,
  { entryOf, repeats = () => true, add }: AddressImport<Entry>,
): AsyncGenerator<AddressProgress> {
  const counts: AddressCounts = { read: 0, added: 0, alreadyThere: 0, notValid: 0 }
  let waiting = new Map<string, Entry>()
  let rejects: RejectedAddress[] = []
  let addresses = 0
  const flush = async () => {
    const added = waiting.size === 0 ? 0 : await add(waiting)
    counts.added += added
    counts.alreadyThere += waiting.size - added
    const done = { counts: { ...counts }, rejects, addresses }
    waiting = new Map()
    rejects = []
    return done
  }
  for await (const part of rows) {
    for (const row of part) {
      counts.read++
      const email = row.address.trim()
      const wrong = row.problem ?? problemOf(email)
      if (wrong === undefined) addresses++
      const entry = wrong === undefined ? entryOf(email, row) : { refused: wrong }
      if ('refused' in entry) {
        counts.notValid++
        const { refused: code } = entry
        rejects.push({ line: row.line, raw: row.raw, code, reason: addressRejects[code] })
      } else {
        const key = emailKey(email)
        const earlier = waiting.get(key)
        if (earlier && !repeats(entry, earlier)) yield await flush()
        if (waiting.has(key)) counts.alreadyThere++
        else waiting.set(key, entry)
      }
      if (waiting.size >= BATCH || rejects.length >= BATCH) yield await flush()
    }
  }
  yield await flush()
}

function problemOf(email: string): AddressReject | undefined {
  if (isEmailAddress(email)) return undefined
  return email === '' ? 'no-address' : 'address'
}
