/**
 * What a project's letters are made of: the newsletter as it is now, in the name of the project's
 * sender.
 */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { findList } from '../lists/lists.sql.ts'
import type { Letter } from '../newsletters/freeze-letter.ts'
import { findNewsletter } from '../newsletters/newsletters.sql.ts'
import { addProjectLetter, findProjectLetter, type lettersOfProject } from './sending.sql.ts'

/** One version of a project: which newsletter, and who sends it. */
export type ProjectLetterFacts = Awaited<ReturnType<typeof lettersOfProject>>[number]

/** Why a letter can't be written, in words for the ledger. */
export class NoLetter extends Error {}

/**
 * The newsletter in the terms of a frozen letter. Throws NoLetter when there is none, or nobody
 * whom it could come from.
 */
export async function projectLetter(
  db: Db,
  accountId: number,
  facts: ProjectLetterFacts,
): Promise<Letter> {
  const newsletter = await findNewsletter(db, { accountId, id: facts.newsletterId })
  if (!newsletter) throw new NoLetter(`There is no newsletter ${facts.newsletterId} any more.`)
  const list =
    newsletter.listId === null
      ? undefined
      : await findList(db, { accountId, listId: newsletter.listId })
  const fromEmail = facts.fromEmail || newsletter.fromEmail || list?.fromEmail || ''
  if (fromEmail === '') throw new NoLetter('Neither project nor newsletter has a sender.')
  return {
    name: newsletter.name,
    subject: newsletter.subject,
    preheader: newsletter.preheader,
    html: newsletter.html,
    text: newsletter.text,
    fromName: facts.fromName || newsletter.fromName || list?.fromName || '',
    fromEmail,
    replyTo: facts.replyTo || newsletter.replyTo,
    listId: list?.id ?? 0,
    listName: list?.name ?? facts.projectName,
    characterSet: list?.characterSet ?? '',
    pictures: JSON.parse(newsletter.pictures),
    fields: (await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name, number]),
  }
}

/** So many links of one letter have numbers of their own. */
export const LINKS_OF_LETTER = 10_000

/**
 * After which number the links of a newsletter, as it is in this version of it, are counted. The
 * same every time.
 */
export async function linksBefore(
  db: Db,
  accountId: number,
  projectId: number,
  newsletterId: number,
  newsletterVersion: number,
): Promise<number> {
  const letter = { accountId, projectId, newsletterId, newsletterVersion }
  for (;;) {
    const found = await findProjectLetter(db, letter)
    if (found) return (found.number - 1) * LINKS_OF_LETTER
    // Two that add at once may take the same number: one of them looks again.
    await addProjectLetter(db, letter)
  }
}
