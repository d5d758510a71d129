/** The web version of a transaction's email: its newsletter and its values. */
import type { Db } from '../../db/db.ts'
import type { ProjectSource } from '../newsletters/web-version.ts'
import { LINKS_OF_LETTER } from './project-message.ts'
import { webMessageOf } from './web-message.sql.ts'

export interface WebTransaction {
  source: ProjectSource
  email: string
  name: string
  /** Joined by the field separator. */
  fields: string
  /** How clicks are recorded: `person`, `total` or `none`. */
  clicks: string
}

/** Undefined if the transaction does not exist, or was not sent. */
export async function webTransaction(
  db: Db,
  accountId: number,
  projectId: number,
  transactionId: number,
): Promise<WebTransaction | undefined> {
  const found = await webMessageOf(db, { accountId, projectId, transactionId })
  if (!found) return undefined
  const { newsletterId, newsletterVersion, number, marketing, untracked, ...values } = found
  const linksAfter = (number - 1) * LINKS_OF_LETTER
  return {
    ...values,
    source: {
      project: projectId,
      newsletter: newsletterId,
      version: newsletterVersion,
      linksAfter,
      marketing,
      untracked,
    },
  }
}
