/**
 * A cache of the API keys that calls are made with, with the standing of their makers. A row is
 * used for a quarter of a second, in each process: at thousands of calls a second, reading it for
 * each cost a quarter of POST /emails. A change of a key, of its maker or its account counts
 * everywhere after that time; a removal waits for it (docs/decisions/0104).
 */
import { setTimeout as passed } from 'node:timers/promises'
import type { Store } from '../../../db/db.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { createRecentReads } from '../../../lib/recent-reads.ts'
import { apiKeyByToken } from './api-keys.sql.ts'

export type KeyRow = NonNullable<Awaited<ReturnType<typeof apiKeyByToken>>>

const MOST_KNOWN = 10_000
const KNOWN_MILLIS = 250

const knownKeys = storeLocal(() =>
  createRecentReads<KeyRow>({ most: MOST_KNOWN, millis: KNOWN_MILLIS }),
)

/** Undefined for a token that is unknown, expired, removed, or of a closed account. */
export async function keyOfToken(
  db: Store,
  accountId: number,
  tokenHash: string,
): Promise<KeyRow | undefined> {
  const place = `${accountId} ${tokenHash}`
  const read = () => apiKeyByToken(db, { accountId, tokenHash })
  const known = knownKeys(db)
  return known.cached(place, read) ?? known.read(place, read)
}

/** Resolves when no process uses a row as it was at the time of the call. */
export const keyCacheExpiry = (): Promise<void> => passed(KNOWN_MILLIS)
