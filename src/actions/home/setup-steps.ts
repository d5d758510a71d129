/** The steps from a new account to its first newsletter, and which are done. */
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../domain/refusal.ts'
import { firstSteps } from '../../domain/sample/first-steps.sql.ts'
import { findSample } from '../../domain/sample/keep-sample.ts'
import { senderDomains } from '../domains/sender-dns.ts'
import { knownRoutes, type RelaySettings, refuseMessagesToNowhere } from '../relays/known-routes.ts'

export async function readSetup(db: Db, settings: RelaySettings, accountId: number) {
  const relays = (await knownRoutes(db, settings)).filter(({ address }) => address)
  return {
    relays: relays.map(({ name, row }) => {
      const trouble = row?.pausedReason ?? (row?.refusingSince ? row.restReason : null)
      return { name, trouble, causes: trouble }
    }),
    /** Why no email would be sent although there is a relay. */
    trouble: await troubleOfLinks(db, settings),
    domains: await senderDomains(db, accountId),
    ...(await firstSteps(db, { accountId })),
    sampleListId: (await findSample(db, accountId)) ?? null,
  }
}

async function troubleOfLinks(db: Db, settings: RelaySettings): Promise<string | null> {
  try {
    await refuseMessagesToNowhere(db, settings)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.subject ?? error.message
    throw error
  }
}
