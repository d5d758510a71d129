/**
 * Saves newsletters. Content must compile to be saved, so that sending it finds no errors. Each
 * save is a version.
 */

import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { templateErrors } from '../../mail/message/compile.ts'
import { blockIds } from '../../mail/template/blocks.ts'
import type { FieldNames } from '../../mail/template/merge.ts'
import type { NewsletterSource } from '../../mail/template/prepare.ts'
import { recordChange } from '../audit/record.ts'
import { requireFilters } from '../filters/save-filter.ts'
import {
  fieldNames,
  type KeptPicture,
  keepPictures,
  type MessageHtml,
  messageHtml,
} from '../html/email-html.ts'
import { findList } from '../lists/lists.sql.ts'
import { noSuch, Refusal } from '../refusal.ts'
import { slotsOfTemplate, templateSource } from '../templates/template-source.ts'
import { checkText } from '../text.ts'
import {
  type Draft,
  type KeptDraft,
  keptWritten,
  type NewsletterContent,
  writtenIn,
} from './draft.ts'
import {
  addNewsletter,
  addNewsletterVersion,
  findNewsletter,
  findNewsletterVersion,
  saveNewsletter,
} from './newsletters.sql.ts'

export type { Draft }

const MAX_SUBJECT = 500
/** Larger emails, which no provider accepts, are refused on saving. */
const MAX_BYTES = 10 * 1024 * 1024

/**
 * Saves a new newsletter and returns its id. Refuses content that does not compile, with line and
 * column.
 */
export async function addDraft(db: Store, accountId: number, draft: Draft): Promise<number> {
  const written = writtenIn(draft) ?? { kind: 'html', source: '' }
  const checked = await checkDraft(db, accountId, draft, written, [], draft.inlined ?? true)
  const id = await takeId(db, accountId, 'newsletter')
  await atomically(
    db,
    async tx => {
      await keepPictures(tx, accountId, checked.read)
      await addNewsletter(tx, { accountId, id, ...row(checked.draft) })
      await addNewsletterVersion(tx, {
        accountId,
        newsletterId: id,
        version: 1,
        draft: JSON.stringify(checked.draft),
      })
      const after = described(checked.draft)
      await recordChange(tx, accountId, { action: 'newsletter.add', id, after })
    },
    { again: true },
  )
  return id
}

/**
 * Changes the given parts of a newsletter and returns the number of its new version. Existing
 * sendings are not changed.
 */
export async function editDraft(
  db: Db,
  accountId: number,
  id: number,
  changes: Partial<Draft>,
): Promise<number> {
  const known = await keptDraft(db, accountId, id)
  if (changes.slots && !changes.template && known.kind !== 'template')
    throw new Refusal(
      'not-valid',
      'This newsletter is not made from a template, so it has no slots.',
    )
  const written = writtenIn(changes, known)
  const draft = { ...known, listId: known.listId ?? undefined, ...changes }
  const inlined = changes.inlined ?? known.inlined
  const again = written !== undefined || inlined !== known.inlined
  const made = again ? undefined : { html: known.html, pictures: known.pictures, read: [] }
  const checked = await checkDraft(
    db,
    accountId,
    draft,
    written ?? keptWritten(known),
    known.pictures,
    inlined,
    made,
  )
  return saveVersion(db, accountId, id, known, checked)
}

/** Makes an earlier version the newest, and returns its new number. */
export async function restoreVersion(
  db: Db,
  accountId: number,
  id: number,
  version: number,
): Promise<number> {
  const known = await keptDraft(db, accountId, id)
  const found = await findNewsletterVersion(db, { accountId, newsletterId: id, version })
  if (!found) throw new Refusal('not-valid', `There is no version ${version} of this newsletter.`)
  const draft: KeptDraft = JSON.parse(found.draft)
  // Fields may have been renamed, and lists deleted, since then.
  const { html, pictures, inlined } = draft
  const given = { ...draft, listId: draft.listId ?? undefined }
  const checked = await checkDraft(db, accountId, given, keptWritten(draft), pictures, inlined, {
    html,
    pictures,
    read: [],
  })
  return saveVersion(db, accountId, id, known, { ...checked, read: [] }, version)
}

/** A newsletter as stored. */
export async function keptDraft(db: Db, accountId: number, id: number): Promise<KeptDraft> {
  const found = await findNewsletter(db, { accountId, id })
  if (!found) throw noSuch('no-such-newsletter', id)
  const { id: _, version: __, created: ___, modified: ____, kind, slots, pictures, ...rest } = found
  return {
    ...rest,
    kind: kind as KeptDraft['kind'],
    slots: JSON.parse(slots),
    pictures: JSON.parse(pictures),
  }
}

async function saveVersion(
  db: Db,
  accountId: number,
  id: number,
  known: KeptDraft,
  { draft, read }: { draft: KeptDraft; read: MessageHtml['read'] },
  restored?: number,
): Promise<number> {
  return atomically(db, async tx => {
    await keepPictures(tx, accountId, read)
    const saved = await saveNewsletter(tx, { accountId, id, ...row(draft) })
    if (!saved) throw noSuch('no-such-newsletter', id)
    const { version } = saved
    await addNewsletterVersion(tx, {
      accountId,
      newsletterId: id,
      version,
      draft: JSON.stringify(draft),
    })
    await recordChange(tx, accountId, {
      action: restored === undefined ? 'newsletter.edit' : 'newsletter.restore',
      id,
      before: described(known),
      after: { ...described(draft), version, restored },
    })
    return version
  })
}

/** What the audit log tells of a newsletter. Its content is in its versions. */
const described = ({ name, subject, fromName, fromEmail, replyTo, listId }: KeptDraft) => ({
  ...{ name, subject, fromName, fromEmail, replyTo, listId },
})

const row = ({ slots, pictures, ...draft }: KeptDraft) => ({
  ...draft,
  slots: JSON.stringify(slots),
  pictures: JSON.stringify(pictures),
})

/** `made`: the compiled HTML, if its source has not changed. */
async function checkDraft(
  db: Db,
  accountId: number,
  draft: Omit<Draft, 'html'>,
  written: NewsletterContent,
  kept: KeptPicture[],
  inlined: boolean,
  made?: MessageHtml,
): Promise<{ draft: KeptDraft; read: MessageHtml['read'] }> {
  const subject = checkText(draft.subject, 'subject', MAX_SUBJECT)
  if (subject === '') throw new Refusal('not-valid', 'A newsletter needs a subject.')
  if (written.kind !== 'template' && written.source.trim() === '' && draft.text.trim() === '')
    throw new Refusal('not-valid', 'A newsletter needs HTML or text.')
  for (const [what, address] of [
    ['sender', draft.fromEmail] as const,
    ['reply', draft.replyTo] as const,
  ])
    if (address.trim() !== '' && !isEmailAddress(address.trim()))
      throw new Refusal(
        'not-valid',
        `The ${what}'s address is not an address that mail can be sent to.`,
      )
  const fields = await fieldNames(db, accountId)
  // Parts that need no compiling are checked first: cheap, and with line and column of the source.
  checkTags({ subject, preheader: draft.preheader, text: draft.text }, fields)
  const { version, ...source } = await sourceOf(db, accountId, written)
  const bytes = Buffer.byteLength(source.source) + Buffer.byteLength(draft.text)
  if (bytes > MAX_BYTES)
    throw new Refusal(
      'not-valid',
      'A newsletter has at most 10 MB: put pictures on a server and link to them.',
    )
  const { html, pictures, read } =
    made ??
    (await messageHtml({ ...source, inlined }, fields, sourcesOf(draft, kept, source.pictures)))
  checkTags({ html }, fields)
  // A block with an unknown filter would be shown to no subscriber.
  await requireFilters(
    db,
    accountId,
    blockIds({ subject, preheader: draft.preheader, html, text: draft.text }),
  )
  if (draft.listId !== undefined && !(await findList(db, { accountId, listId: draft.listId })))
    throw noSuch('no-such-list', draft.listId)
  return {
    read,
    draft: {
      name: checkText(draft.name, 'name', 200) || subject.slice(0, 200),
      subject,
      preheader: checkText(draft.preheader, 'preheader', MAX_SUBJECT),
      kind: written.kind,
      source: written.kind === 'template' ? '' : written.source,
      templateId: written.kind === 'template' ? written.templateId : null,
      templateVersion: version,
      slots: written.kind === 'template' ? written.slots : {},
      inlined,
      html,
      text: draft.text,
      fromName: checkText(draft.fromName, "sender's name", 200),
      fromEmail: draft.fromEmail.trim(),
      replyTo: draft.replyTo.trim(),
      listId: draft.listId ?? null,
      pictures,
    },
  }
}

function checkTags(parts: Parameters<typeof templateErrors>[0], fields: FieldNames): void {
  const [wrong] = templateErrors(parts, fields)
  if (wrong) throw new Refusal('not-valid', wrong.message)
}

const sourcesOf = (
  { readPicture }: Pick<Draft, 'readPicture'>,
  kept: KeptPicture[],
  ofTemplate: KeptPicture[],
) => ({
  read: readPicture,
  kept: [...kept, ...ofTemplate],
})

/** The source of a newsletter, with that of its template. */
async function sourceOf(
  db: Db,
  accountId: number,
  written: NewsletterContent,
): Promise<NewsletterSource & { version: number | null; pictures: KeptPicture[] }> {
  if (written.kind !== 'template')
    return { kind: written.kind, source: written.source, version: null, pictures: [] }
  const template = await templateSource(db, accountId, written.templateId, written.version)
  const slots = slotsOfTemplate(template)
  const unknown = Object.keys(written.slots).find(name => !slots.some(slot => slot.name === name))
  if (unknown !== undefined)
    throw new Refusal(
      'not-valid',
      `The template has no slot ${JSON.stringify(unknown)}. ` +
        `${slots.length === 0 ? 'It has none.' : `It has: ${slots.map(({ name }) => name).join(', ')}.`}`,
    )
  return { ...template, slots: new Map(Object.entries(written.slots)) }
}
