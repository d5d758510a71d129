/** The web version of a transaction's email: its content and its values. */
import type { Db } from '../../db/db.ts'
import type { MergeValues } from '../../mail/template/merge.ts'
import type { ProjectSource } from '../newsletters/web-version.ts'
import { LINKS_OF_EMAILS, LINKS_OF_LETTER } from './project-message.ts'
import { webMessageOf } from './web-message.sql.ts'

/** An email whose content came with its call. */
export interface GivenSource extends Omit<ProjectSource, 'newsletter' | 'version'> {
  email: number
}

export interface WebTransaction {
  source: ProjectSource | GivenSource
  email: string
  name: string
  /** Joined by the field separator. */
  fields: string
  /** How clicks are recorded: `person`, `total` or `none`. */
  clicks: string
  /** Of an email that its call gave, with its newsletter or with its content. */
  emailId: number | undefined
  data: MergeValues['data']
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
  const { newsletterId, newsletterVersion, number, marketing, emailId, ...values } = found
  const { tracksClicks, ofNewsletter, data, untracked: isExempt, ...person } = values
  const given = {
    emailId: emailId ?? undefined,
    data: data === null ? undefined : (JSON.parse(data) as MergeValues['data']),
  }
  const untracked = isExempt || (emailId !== null && !tracksClicks)
  const place = { project: projectId, marketing, untracked }
  if (emailId !== null && !ofNewsletter) {
    const source = { ...place, email: emailId, linksAfter: LINKS_OF_EMAILS }
    return { ...person, ...given, source }
  }
  if (newsletterId === null || newsletterVersion === null || number === null) return undefined
  const source = {
    ...place,
    newsletter: newsletterId,
    version: newsletterVersion,
    linksAfter: (number - 1) * LINKS_OF_LETTER,
  }
  return { ...person, ...given, source }
}
