/**
 * Writes the words that single emails are found by, of those in the outbox. While emails are sent
 * it takes a twentieth of the time.
 */
import type { Store } from '../db/db.ts'
import { accountsInOutbox } from '../domain/transactions/emails/email-words.sql.ts'
import { writeNotedWords } from '../domain/transactions/emails/email-words.ts'
import { interruptiblePause } from '../lib/interruptible-pause.ts'
import { backoff } from './words.ts'

const ACCOUNTS = 20
/** The pause after a step while emails are sent, as a multiple of its time. */
const PAUSE_WHILE_SENDING = 20

/** A step for each account with noted emails. Returns whether there may be more. */
export async function writeEmailWords(db: Store, stopping: AbortSignal): Promise<boolean> {
  let wrote = false
  for (const { accountId } of await accountsInOutbox(db, { most: ACCOUNTS })) {
    if (stopping.aborted) break
    const began = performance.now()
    if (!(await writeNotedWords(db, accountId))) continue
    wrote = true
    const millis = (performance.now() - began) * (await backoff(db, PAUSE_WHILE_SENDING))
    await interruptiblePause(millis, stopping)
  }
  return wrote
}
