/** Composes the emails of a project: the current newsletter, with the project's sender. */
import type { Db } from '../../db/db.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { findList } from '../lists/lists.sql.ts'
import type { Message } from '../newsletters/freeze-message.ts'
import { findNewsletter } from '../newsletters/newsletters.sql.ts'
import { addProjectMessage, findProjectMessage, type messagesOfProject } from './sending.sql.ts'

/** A version of a project: its newsletter and sender. */
export type ProjectMessageFacts = Awaited<ReturnType<typeof messagesOfProject>>[number]

/** Why an email can't be composed, as text for the ledger. */
export class NoMessage extends Error {}

/** The newsletter as a frozen message. Throws NoMessage if it is gone, or has no sender. */
export async function projectMessage(
  db: Db,
  accountId: number,
  facts: Pick<
    ProjectMessageFacts,
    'newsletterId' | 'projectName' | 'fromName' | 'fromEmail' | 'replyTo' | 'untracked'
  >,
): Promise<Message> {
  const newsletter = await findNewsletter(db, { accountId, id: facts.newsletterId })
  if (!newsletter) throw new NoMessage(`There is no newsletter ${facts.newsletterId} any more.`)
  const list =
    newsletter.listId === null
      ? undefined
      : await findList(db, { accountId, listId: newsletter.listId })
  if (facts.fromEmail === '') throw new NoMessage('Neither project nor newsletter has a sender.')
  return {
    name: newsletter.name,
    subject: newsletter.subject,
    preheader: newsletter.preheader,
    html: newsletter.html,
    text: newsletter.text,
    fromName: facts.fromName || newsletter.fromName || list?.fromName || '',
    fromEmail: facts.fromEmail,
    replyTo: facts.replyTo || newsletter.replyTo,
    listId: list?.id ?? 0,
    listName: list?.name ?? facts.projectName,
    characterSet: list?.characterSet ?? '',
    pictures: JSON.parse(newsletter.pictures),
    fields: (await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name, number]),
    ...(facts.untracked && { untracked: true }),
  }
}

/** Links of one message get numbers in a block of this size. */
export const LINKS_OF_LETTER = 10_000
/** Those of emails whose content comes with their call begin far behind. */
export const LINKS_OF_EMAILS = 1_900_000_000

/** The number before the first link of a newsletter's current version. Stable across calls. */
export async function linksBefore(
  db: Db,
  accountId: number,
  projectId: number,
  newsletterId: number,
  newsletterVersion: number,
): Promise<number> {
  const message = { accountId, projectId, newsletterId, newsletterVersion }
  for (;;) {
    const found = await findProjectMessage(db, message)
    if (found) return (found.number - 1) * LINKS_OF_LETTER
    // Concurrent inserts may choose the same number: the loser reads again.
    await addProjectMessage(db, message)
  }
}
