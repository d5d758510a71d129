/**
 * The web version of a transaction's letter: which newsletter it was made of, and with whose
 * values.
 */
import type { Db } from '../../db/db.ts'
import type { ProjectSource } from '../newsletters/web-version.ts'
import { LINKS_OF_LETTER } from './project-letter.ts'
import { webLetterOf } from './web-letter.sql.ts'

export interface WebTransaction {
  source: ProjectSource
  email: string
  name: string
  /** Joined, as the store has them. */
  fields: string
}

/** Undefined: there is no such transaction, or nothing was sent of it. */
export async function webTransaction(
  db: Db,
  accountId: number,
  projectId: number,
  transactionId: number,
): Promise<WebTransaction | undefined> {
  const found = await webLetterOf(db, { accountId, projectId, transactionId })
  if (!found) return undefined
  const { newsletterId, newsletterVersion, number, marketing, ...values } = found
  const linksAfter = (number - 1) * LINKS_OF_LETTER
  return {
    ...values,
    source: {
      project: projectId,
      newsletter: newsletterId,
      version: newsletterVersion,
      linksAfter,
      marketing,
    },
  }
}
