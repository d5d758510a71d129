/** The sample, sent to the sandbox. */
import type { Store } from '../../db/db.ts'
import { refused } from '../../domain/refusal.ts'
import { livingWorkers } from '../../domain/routes/workers.sql.ts'
import { addSample } from '../../domain/sample/keep-sample.ts'
import { knownRoutes, type RelaySettings } from '../relays/known-routes.ts'

/**
 * Makes the sample. Refuses while a relay is set: emails to fictional subscribers would all bounce,
 * which damages the sender's reputation there.
 */
export async function sampleToSandbox(
  db: Store,
  relays: RelaySettings,
  accountId: number,
  onProgress?: (people: number) => void,
) {
  const known = await knownRoutes(db, relays)
  // A running service with an SMTP_URL has stored a default route.
  const elsewhere = known.some(({ address }) => !address) && (await livingWorkers(db, {})).count > 0
  const names = known.flatMap(({ name, address }) => (address || elsewhere ? [name] : []))
  if (names.length > 0)
    throw refused('not-now', 'sample-relay', { relays: names.join(', ') }).atShell(
      'other-store',
      'DATA_DIR=./sample-data SMTP_URL= pennypost sample add',
    )
  return addSample(db, accountId, onProgress)
}
