/**
 * Failed sign-ins of one name over all networks and processes, beside those of one network
 * (failures.ts). After many, networks that the name has not signed in from share one attempt in
 * some seconds; known networks are not limited, so distributed guessing locks no user out.
 * docs/decisions/0061-guessing.md.
 */
import { hash } from 'node:crypto'
import type { Db } from '../../../db/db.ts'
import * as store from './guesses.sql.ts'

/** docs/operating.md documents them; test/domain/guesses.test.ts compares. */
export const GUESS_RULE = { most: 100, leakSeconds: 36, pauseSeconds: 5, networkDays: 90 }
const { most, leakSeconds, pauseSeconds: seconds, networkDays: days } = GUESS_RULE
/** Of one name: the rest are forgotten, the oldest first. */
const MOST_NETWORKS = 200
/** Strangers make rows, which are trimmed after so many failures of a process. */
const TRIMMED_AFTER = 100

/** A user name, or the address of a person, by its key: whether it exists does not matter. */
export const subjectOf = (kind: 'account' | 'person', key: string): string =>
  hash('sha256', `${kind}\n${key}`, 'base64url')

/** Whether a password may be looked at: asked before, and of another network a turn is used. */
export async function mayGuess(db: Db, subject: string, peer: string): Promise<boolean> {
  const { many, known } = await store.guessesOf(db, { subject, peer, leakSeconds, most, days })
  return !many || known || (await store.takeTurn(db, { subject, seconds })) > 0
}

let failures = 0

/** Counts a wrong password; true if there were too many. */
export async function countGuess(db: Db, subject: string): Promise<boolean> {
  const { many } = await store.addGuess(db, { subject, leakSeconds, most })
  if (++failures % TRIMMED_AFTER === 0) await store.trimGuesses(db, { leakSeconds })
  return many
}

/** After a right password, or the use of a link that was mailed. */
export async function rememberNetwork(db: Db, subject: string, peer: string): Promise<void> {
  if ((await store.noteNetwork(db, { subject, peer })) > 0)
    await store.trimNetworksOf(db, { subject, most: MOST_NETWORKS })
}

/** Removes entries whose time is over. */
export async function trimSignIns(db: Db): Promise<void> {
  await store.trimGuesses(db, { leakSeconds })
  await store.trimNetworks(db, { days })
  await store.trimCodeFailures(db, {})
}
