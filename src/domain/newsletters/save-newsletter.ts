/** Writing newsletters: what is saved compiles, so that nothing is found wrong with it when it is sent. */
import type { Db } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { templateErrors } from '../../mail/compile.ts'
import { fieldsOfAccount } from '../demographics/demographics.sql.ts'
import { findList } from '../lists/lists.sql.ts'
import { Refusal } from '../refusal.ts'
import { checkText } from '../subscribers/person.ts'
import { addNewsletter, findNewsletter, saveNewsletter } from './newsletters.sql.ts'

export interface Draft {
  name: string
  subject: string
  preheader: string
  html: string
  /** Empty: made from the HTML. */
  text: string
  /** Empty: those of the list it goes to. */
  fromName: string
  fromEmail: string
  replyTo: string
  listId: number | undefined
}

const MAX_SUBJECT = 500
/** A letter that no provider takes is refused when it is saved. */
const MAX_BYTES = 10 * 1024 * 1024

/** Saves a new newsletter and answers its id. Refuses tags that can't be filled in, with line and column. */
export async function addDraft(db: Db, accountId: number, draft: Draft): Promise<number> {
  const checked = await checkDraft(db, accountId, draft)
  const id = await takeId(db, accountId, 'newsletter')
  await addNewsletter(db, { accountId, id, ...checked })
  return id
}

/** Changes what is given of a newsletter. Sendings that were made before keep what they had. */
export async function editDraft(db: Db, accountId: number, id: number, changes: Partial<Draft>): Promise<void> {
  const known = await findNewsletter(db, { accountId, id })
  if (!known) throw new Refusal('no-such-newsletter')
  const checked = await checkDraft(db, accountId, { ...known, listId: known.listId ?? undefined, ...changes })
  await saveNewsletter(db, { accountId, id, ...checked })
}

async function checkDraft(db: Db, accountId: number, draft: Draft) {
  const subject = checkText(draft.subject, 'subject', MAX_SUBJECT)
  if (subject === '') throw new Refusal('not-valid', 'A newsletter needs a subject.')
  if (draft.html.trim() === '' && draft.text.trim() === '') throw new Refusal('not-valid', 'A newsletter needs HTML or text.')
  if (Buffer.byteLength(draft.html) + Buffer.byteLength(draft.text) > MAX_BYTES)
    throw new Refusal('not-valid', 'A newsletter has at most 10 MB: put pictures on a server and link to them.')
  for (const [what, address] of [['sender', draft.fromEmail] as const, ['reply', draft.replyTo] as const])
    if (address.trim() !== '' && !isEmailAddress(address.trim()))
      throw new Refusal('not-valid', `The ${what}'s address is not an address that mail can be sent to.`)
  const names = new Map((await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name, number]))
  const [wrong] = templateErrors({ subject, preheader: draft.preheader, html: draft.html, text: draft.text }, names)
  if (wrong) throw new Refusal('not-valid', wrong.message)
  if (draft.listId !== undefined && !(await findList(db, { accountId, listId: draft.listId }))) throw new Refusal('no-such-list')
  return {
    name: checkText(draft.name, 'name', 200) || subject.slice(0, 200),
    subject,
    preheader: checkText(draft.preheader, 'preheader', MAX_SUBJECT),
    html: draft.html,
    text: draft.text,
    fromName: checkText(draft.fromName, "sender's name", 200),
    fromEmail: draft.fromEmail.trim(),
    replyTo: draft.replyTo.trim(),
    listId: draft.listId ?? null,
  }
}
