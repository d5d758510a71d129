/**
 * Posts of old web pages to `/public/process-subscription-form.aspx?formId=HEX`, the form address
 * of a former service. Whatever such a post says, people confirm by email.
 */
import type { IncomingMessage } from 'node:http'
import type { Store } from '../../db/db.ts'
import { isFormerId, isOnHosts } from '../../domain/forms/form.ts'
import { formsByFormerId } from '../../domain/forms/forms.sql.ts'
import { checkTyped, type TypedForm } from '../../domain/sign-ups/keep-sign-up.ts'
import type { FormRef } from '../../mail/links/sign-up.ts'
import { readPosted } from '../form.ts'
import {
  formAnswer,
  isFromHosts,
  keep,
  type PageAnswer,
  type SignUpMeans,
  sentAnswer,
} from './answers.ts'
import { leaveForm } from './leave.ts'
import type { ShownForm } from './shown-form.ts'

/** An old form has up to a hundred fields. */
const MOST_BYTES = 64 * 1024
const MOST_FIELDS = 500

type OldFields = ReadonlyMap<string, readonly string[]>

/** Undefined: no form has that id, or those of two accounts have it. */
export async function answerOldForm(
  _token: string,
  path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<PageAnswer | undefined> {
  const query = parsed(/\?([^#]*)/.exec(path.slice(0, MOST_BYTES))?.[1] ?? '')
  const posted = req.method === 'POST' ? await readOld(req, means) : new Map()
  const get = (name: string) => one(posted, name) || one(query, name)
  const ref = await formOf(means.db, get('formid'))
  if (means.onlyOf !== undefined && ref?.accountId !== means.onlyOf) return undefined
  const shown = ref && (await means.forms.form(ref))
  if (!shown) return undefined
  const typed = typedIn(shown, posted)
  const next = get('pf_redir') || get('redirect') || get('forward')
  // Anybody can send this, or make a browser send it: it shows a page with a button.
  if (/^optoutlist$/i.test(get('pf_formtype')))
    return leaveForm(shown, { email: typed.email, listIds: typed.listIds, next }, '', req, means)
  const named = typed.listIds.filter(id => shown.form.listIds.includes(id))
  const isChoice = typed.listIds.length > 0
  const checked = checkTyped({ ...shown.form, listsChosen: isChoice }, { ...typed, listIds: named })
  const isGet = req.method !== 'POST'
  if (isGet || Array.isArray(checked) || !isFromHosts(shown, req)) {
    const mistakes = isGet || !Array.isArray(checked) ? [] : checked
    const state = { typed, mistakes, consent: false, again: !isGet && mistakes.length === 0 }
    return formAnswer(isGet ? 200 : 400, shown, state, '', req, means)
  }
  await keep(shown, checked, '', req, means)
  const { hosts, afterUrl } = shown.form
  return sentAnswer(shown, '', isOnHosts(next, hosts) ? next : afterUrl, req)
}

async function formOf(db: Store, formerId: string): Promise<FormRef | undefined> {
  const id = formerId.trim().toLowerCase()
  if (!isFormerId(id)) return undefined
  const [found, other] = await formsByFormerId(db, { formerId: id })
  return found && !other ? { accountId: found.accountId, formId: found.id } : undefined
}

/** List ids stand in `pf_MailinglistName1` and on, in one of them several times, or as an array. */
function typedIn({ form }: ShownForm, posted: OldFields): TypedForm {
  const listIds = [...posted].flatMap(([name, values]) =>
    /^pf_mailinglistname(?:\d{1,3}|\[\d{0,3}\])?$/.test(name) ? values.map(Number) : [],
  )
  const values = form.asked.map(field => [
    field,
    field === 'name'
      ? one(posted, 'pf_subscribername')
      : one(posted, `pf_demographicfield${field.slice(2)}`),
  ])
  return { email: one(posted, 'pf_email'), values: Object.fromEntries(values), listIds }
}

/** Boxes that are ticked in one field come as several values. */
const one = (fields: OldFields, name: string): string =>
  (fields.get(name) ?? []).filter(value => value !== '').join(', ')

async function readOld(req: IncomingMessage, { bodies }: SignUpMeans): Promise<OldFields> {
  if (/^\s*multipart\//i.test(req.headers['content-type'] ?? '')) {
    const { entries } = await readPosted(req, bodies)
    return grouped(entries())
  }
  const body = await bodies.read(req, { sender: 'recipient', most: MOST_BYTES })
  return parsed(body.toString('latin1'))
}

/** Old pages are often in the Windows character set: what is no UTF-8 is read as that. */
function parsed(text: string): OldFields {
  return grouped(
    text
      .split('&', MOST_FIELDS)
      .filter(part => part !== '')
      .map(part => {
        const at = part.indexOf('=')
        const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
        return [decoded(name), decoded(value)]
      }),
  )
}

function decoded(text: string): string {
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = Buffer.from(plain, 'latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function grouped(entries: Iterable<readonly string[]>): OldFields {
  const fields = new Map<string, string[]>()
  for (const [name, value] of entries) {
    const key = name!.toLowerCase()
    fields.set(key, [...(fields.get(key) ?? []), value!])
  }
  return fields
}
