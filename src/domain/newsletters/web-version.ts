/**
 * What a web version shows: the letter as it was frozen with its sending or trigger, or, of a
 * newsletter that was never sent, one version of it.
 */
import type { Db } from '../../db/db.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import type { FrozenFilter } from '../filters/condition.ts'
import { filtersMeant } from '../filters/save-filter.ts'
import { picturesOf } from '../html/pictures.sql.ts'
import { noSuch } from '../refusal.ts'
import type { KeptDraft } from './draft.ts'
import type { Letter } from './freeze-letter.ts'
import { findNewsletter, findNewsletterVersion } from './newsletters.sql.ts'
import { lastSentOf, letterOfSending, letterOfTrigger } from './web-version.sql.ts'

export type WebSource = { sending: number } | { newsletter: number; version: number }
/** A newsletter, in one version of it, as a transaction project sends it. */
export interface ProjectSource {
  project: number
  newsletter: number
  version: number
  /** After which number its links are counted. */
  linksAfter: number
  /** It has a way to unsubscribe, shown or not. */
  marketing: boolean
}
/** Or the letter of a trigger's step, or of a project. */
export type LetterSource = WebSource | { trigger: number } | ProjectSource

/**
 * What people who match these filters would get of a newsletter: of what was last sent of it, or as
 * it stands, when it never was. Refuses a newsletter or filter that there isn't. `blocks`: the
 * filters, of those given, that parts of it are shown by.
 */
export async function webVersionMeant(
  db: Db,
  accountId: number,
  newsletterId: number,
  filterIds: readonly number[],
): Promise<{ of: WebSource; blocks: number[] }> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const given = new Set((await filtersMeant(db, accountId, filterIds)).map(({ id }) => id))
  const sent = await lastSentOf(db, { accountId, newsletterId })
  const known = sent
    ? (JSON.parse(sent.blocks) as FrozenFilter[]).map(({ id }) => id)
    : blockIds(newsletter)
  return {
    of: sent ? { sending: sent.id } : { newsletter: newsletterId, version: newsletter.version },
    blocks: known.filter(id => given.has(id)),
  }
}

export interface WebLetter {
  letter: Letter
  test: boolean
}

export async function webLetter(
  db: Db,
  accountId: number,
  source: LetterSource,
): Promise<WebLetter | undefined> {
  if ('sending' in source) {
    const found = await letterOfSending(db, { accountId, sendingId: source.sending })
    return found && { letter: JSON.parse(found.letter), test: found.test }
  }
  if ('trigger' in source) {
    const found = await letterOfTrigger(db, { accountId, letterId: source.trigger })
    return found && { letter: JSON.parse(found.letter), test: false }
  }
  const found = await findNewsletterVersion(db, {
    accountId,
    newsletterId: source.newsletter,
    version: source.version,
  })
  if (!found) return undefined
  const draft: KeptDraft = JSON.parse(found.draft)
  const fields = (await fieldsOfAccount(db, { accountId })).map(
    ({ name, number }): [string, number] => [name, number],
  )
  const { name, subject, preheader, html, text, fromName, replyTo, pictures } = draft
  // Whom it comes from is seen nowhere.
  const sender = { fromName, fromEmail: draft.fromEmail || 'nobody@example.invalid', replyTo }
  const list = { listId: draft.listId ?? 0, listName: '', characterSet: 'utf-8' }
  return {
    letter: { name, subject, preheader, html, text, ...sender, ...list, pictures, fields },
    test: !('project' in source),
  }
}

/**
 * A browser does not know the other parts of the letter: the pictures are put where they are named.
 */
export async function withPictures(
  db: Db,
  accountId: number,
  { pictures = [] }: Letter,
  html: string,
): Promise<string> {
  if (pictures.length === 0) return html
  const found = await picturesOf(db, { accountId, hashes: pictures.map(({ hash }) => hash) })
  const shown = new Map(
    found.map(({ hash, type, bytes }) => [hash, `data:${type};base64,${bytes.toString('base64')}`]),
  )
  return html.replace(/cid:([0-9a-f]{40})@[a-z0-9.-]+/gi, (named, hash) => shown.get(hash) ?? named)
}
