/**
 * The working copy of a newsletter: the draft of the next version. Each save replaces it, with
 * optimistic concurrency: a save based on an older state is a conflict.
 */
import { randomBytes } from 'node:crypto'
import { atomically, type Db } from '../../../db/db.ts'
import { presentActor } from '../../audit/actor.ts'
import { type NamedActor, namedActors } from '../../members/named-actors.ts'
import { noSuch } from '../../refusal.ts'
import { tidied } from '../../text.ts'
import { cleanDocument } from '../blocks/check-document.ts'
import { cleanLanguages } from '../blocks/translate.ts'
import type { NewsletterContent } from '../content/content.ts'
import { sourceWithOrigins } from '../content/source-with-origins.ts'
import { contentOf } from '../content/stored.ts'
import { findNewsletter } from '../newsletters.sql.ts'
import { editDraft, savedNewsletter } from '../save-newsletter.ts'
import {
  dropWorkingCopy,
  findWorkingCopy,
  keepWorkingCopy,
  lockNewsletter,
} from './working-copy.sql.ts'

export interface WorkingCopy {
  content: NewsletterContent
  /** Changes with each save. */
  tag: string
  /** The newest version, and the one that the copy was begun from. */
  version: number
  baseVersion: number
  /** Null: there is none, and the content is that of the newest version. */
  by: NamedActor | null
  at: string | null
}

export async function workingCopy(
  db: Db,
  accountId: number,
  newsletterId: number,
): Promise<WorkingCopy> {
  const newsletter = await findNewsletter(db, { accountId, id: newsletterId })
  if (!newsletter) throw noSuch('no-such-newsletter', newsletterId)
  const { version } = newsletter
  const found = await findWorkingCopy(db, { accountId, newsletterId })
  if (!found) {
    const content = contentOf(await savedNewsletter(db, accountId, newsletterId))
    return { content, tag: `version ${version}`, version, baseVersion: version, by: null, at: null }
  }
  const { tag, baseVersion, actorKind: kind, actorId, actorName: name, modified: at } = found
  const [by] = await namedActors(db, accountId, [{ kind, id: actorId, name }])
  return { content: JSON.parse(found.content), tag, version, baseVersion, by: by!, at }
}

/** `mayReplace` throws if the present copy is not the one that the writer knows. */
export async function saveWorkingCopy(
  db: Db,
  accountId: number,
  newsletterId: number,
  given: NewsletterContent,
  mayReplace: (present: WorkingCopy) => void,
): Promise<WorkingCopy> {
  const clean = cleaned(given)
  return atomically(db, async tx => {
    await lock(tx, accountId, newsletterId)
    const present = await workingCopy(tx, accountId, newsletterId)
    const source = sourceWithOrigins(clean.source, clean, present.content.source)
    const content = { ...clean, source }
    // A save that is repeated, because its answer was lost, changes nothing.
    if (isSame(present.content, content)) return present
    mayReplace(present)
    const actor = presentActor()
    const by = { kind: actor?.kind ?? '', id: actor?.id ?? null, name: actor?.name ?? '' }
    await keepWorkingCopy(tx, {
      accountId,
      newsletterId,
      tag: randomBytes(9).toString('base64url'),
      baseVersion: present.version,
      content: JSON.stringify(content),
      actorKind: by.kind,
      actorId: by.id,
      actorName: by.name,
    })
    return workingCopy(tx, accountId, newsletterId)
  })
}

/**
 * Makes the working copy the newest version; none if nothing was changed. Refuses content that
 * can't be sent, as every save does.
 */
export async function publishWorkingCopy(
  db: Db,
  accountId: number,
  newsletterId: number,
  mayPublish: (present: WorkingCopy) => void,
): Promise<number> {
  return atomically(db, async tx => {
    await lock(tx, accountId, newsletterId)
    const present = await workingCopy(tx, accountId, newsletterId)
    mayPublish(present)
    const known = contentOf(await savedNewsletter(tx, accountId, newsletterId))
    const changed = present.by !== null && !isSame(present.content, known)
    const { version } = changed
      ? { version: await editDraft(tx, accountId, newsletterId, present.content) }
      : present
    await dropWorkingCopy(tx, { accountId, newsletterId, tag: null })
    return version
  })
}

/** Discards the changes since the newest version. */
export async function discardWorkingCopy(
  db: Db,
  accountId: number,
  newsletterId: number,
  mayDiscard: (present: WorkingCopy) => void,
): Promise<void> {
  await atomically(db, async tx => {
    await lock(tx, accountId, newsletterId)
    mayDiscard(await workingCopy(tx, accountId, newsletterId))
    await dropWorkingCopy(tx, { accountId, newsletterId, tag: null })
  })
}

async function lock(tx: Db, accountId: number, newsletterId: number): Promise<void> {
  if (!(await lockNewsletter(tx, { accountId, newsletterId })))
    throw noSuch('no-such-newsletter', newsletterId)
}

function cleaned(content: NewsletterContent): NewsletterContent {
  const { source } = content
  if (source.kind !== 'blocks') return tidied(content)
  return {
    ...tidied(content),
    source: { ...source, document: cleanLanguages(cleanDocument(source.document)) },
  }
}

/** Regardless of the order of members. */
const isSame = (one: NewsletterContent, other: NewsletterContent): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(pairSorted))
}

const pairSorted = ([name, member]: [string, unknown]): [string, unknown] => [name, sorted(member)]
