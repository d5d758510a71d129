/**
 * Stores the input of a form. It looks up nothing about the address, so the answer, and the time it
 * takes, are the same for every address (no user enumeration); settle-sign-up.ts decides
 * afterwards.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import { atomically, type Db, type Store } from '../../db/db.ts'
import { gathered } from '../../db/gather.ts'
import { takeIds } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { isPlainText } from '../../lib/plain-text.ts'
import { recordChange } from '../audit/record.ts'
import { wrongValue } from '../demographics/fields.ts'
import type { Form } from '../forms/form.ts'
import type { FormLanguage } from '../forms/form-words.ts'
import { judgePerson } from '../subscribers/person.ts'
import { hintWork } from '../work/hints.ts'
import { keepSignUps } from './kept.sql.ts'
import { mailboxKey } from './network.ts'

/** The input of the form, and its page. */
export interface TypedForm {
  email: string
  /** By name of the field: `name`, `DD3`. */
  values: Record<string, string>
  /** Chosen lists; of a form whose reader does not choose they count for nothing. */
  listIds: readonly number[]
  /** They ticked that they may be measured; undefined: they were not asked. */
  measured?: boolean
}

/** Where it came from. */
export interface SignUpOrigin {
  language: FormLanguage
  /** By networkOf(); empty: a program of the account. */
  network: string
  /** By ipOf(): kept by forms that say so, until it is in the proof. */
  ip: string
  agent: string
  page: string
}

/** The field, and its mistake. */
export interface Mistake {
  field: string
  wrong: 'missing' | 'address' | 'value' | 'lists'
}

export interface CheckedForm {
  email: string
  name: string
  /** DD1 first; null: not asked for, or left empty. */
  fields: (string | null)[]
  listIds: number[]
  /** Whether they may be measured; null: they were not asked. */
  measured: boolean | null
}

const MOST_ADDRESS = 320

/** The input, trimmed; or its mistakes. It looks nothing up. */
export function checkTyped(
  form: Pick<Form, 'asked' | 'required' | 'listIds' | 'listsChosen'>,
  { email: given, values, listIds: chosen, measured }: TypedForm,
): CheckedForm | Mistake[] {
  const mistakes: Mistake[] = []
  const email = given.slice(0, MOST_ADDRESS + 1).trim()
  const noName = { name: '', format: undefined, countryCode: '', phone: '' }
  if (email === '') mistakes.push({ field: 'email', wrong: 'missing' })
  else if (email.length > MOST_ADDRESS || 'part' in judgePerson({ ...noName, email }))
    mistakes.push({ field: 'email', wrong: 'address' })
  const checked: CheckedForm = {
    email,
    name: '',
    fields: [],
    listIds: form.listIds,
    measured: measured ?? null,
  }
  for (const field of form.asked) {
    const value = (values[field] ?? '').trim()
    if (value === '' && form.required.includes(field)) mistakes.push({ field, wrong: 'missing' })
    if (wrongValue(value) !== undefined || (field === 'name' && /[\r\n]/.test(value)))
      mistakes.push({ field, wrong: 'value' })
    if (field === 'name') checked.name = value
    else if (value !== '') setField(checked.fields, Number(field.slice(2)), value)
  }
  if (form.listsChosen) {
    checked.listIds = form.listIds.filter(id => chosen.includes(id))
    if (checked.listIds.length === 0) mistakes.push({ field: 'lists', wrong: 'lists' })
  }
  return mistakes.length > 0 ? mistakes : checked
}

function setField(fields: (string | null)[], number: number, value: string): void {
  while (fields.length < number) fields.push(null)
  fields[number - 1] = value
}

interface Kept extends CheckedForm, SignUpOrigin {
  formId: number
  wordsVersion: number
}

/** Returns the id; undefined: there were too many from its network, and it is not kept. */
export async function keepSignUp(
  db: Store,
  accountId: number,
  form: Pick<Form, 'id' | 'wordsVersion' | 'keepIp'>,
  checked: CheckedForm,
  origin: SignUpOrigin,
): Promise<number | undefined> {
  const ip = form.keepIp ? origin.ip : ''
  const id = await keep(db, accountId, keptOf(form, checked, { ...origin, ip }))
  if (id !== undefined) hintWork(db)
  return id
}

/** The same for a program or a member of the account, as recorded actor. */
export async function askToConfirm(
  db: Store,
  accountId: number,
  form: Pick<Form, 'id' | 'wordsVersion'>,
  checked: CheckedForm,
  language: FormLanguage,
): Promise<void> {
  const ids = await takeIds(db, accountId, 'sign-up', 1)
  const origin = { language, network: '', ip: '', agent: '', page: 'api' }
  await atomically(
    db,
    async tx => {
      await insertAll(tx, accountId, ids, [keptOf(form, checked, origin)])
      await recordChange(tx, accountId, { action: 'form.sign-up', id: form.id })
    },
    { again: true },
  )
  hintWork(db)
}

function keptOf(
  { id: formId, wordsVersion }: Pick<Form, 'id' | 'wordsVersion'>,
  checked: CheckedForm,
  origin: SignUpOrigin,
): Kept {
  const agent = cut(origin.agent, 300)
  const page = cut(origin.page, 500)
  return { ...checked, ...origin, agent, page, formId, wordsVersion }
}

const cut = (text: string, most: number): string => {
  const short = text.slice(0, most).toWellFormed()
  return isPlainText(short) ? short : ''
}

/** Of a network in an hour; the worker holds back far fewer. */
const MOST_OF_NETWORK = 300
/** Anybody can type an address for it: an hour's limit of a network. */
const MOST_REQUESTS = 20

/**
 * Keeps what is asked for an address that was typed: that it leaves lists of a form, or gets the
 * confirmation email `again`. The worker does it, so that the answer tells nothing about the
 * address. Undefined: there were too many from its network.
 */
export async function keepRequest(
  db: Store,
  accountId: number,
  form: Pick<Form, 'id' | 'wordsVersion'>,
  {
    state,
    email,
    listIds,
  }: Pick<CheckedForm, 'email' | 'listIds'> & { state: 'leaving' | 'again' },
  origin: SignUpOrigin,
): Promise<number | undefined> {
  const ids = await takeIds(db, accountId, 'sign-up', 1)
  const checked = { email, name: '', fields: [], listIds, measured: null }
  const kept = keptOf(form, checked, { ...origin, ip: '' })
  const rows = await insertAll(db, accountId, ids, [kept], { state, most: MOST_REQUESTS })
  if (rows.length > 0) hintWork(db)
  return rows[0]?.id
}

const keep = gathered<Kept, number | undefined>({
  one: async (db, accountId, call) => (await keepAll(db, accountId, [call]))[0],
  many: keepAll,
})

async function keepAll(
  db: Store,
  accountId: number,
  calls: Kept[],
): Promise<(number | undefined)[]> {
  const ids = await takeIds(db, accountId, 'sign-up', calls.length)
  const kept = new Set((await insertAll(db, accountId, ids, calls)).map(({ id }) => id))
  return ids.map(id => (kept.has(id) ? id : undefined))
}

const SIGNING_UP = { state: 'new', most: MOST_OF_NETWORK }

const insertAll = (
  db: Db,
  accountId: number,
  ids: number[],
  calls: Kept[],
  { state, most } = SIGNING_UP,
) =>
  keepSignUps(db, {
    accountId,
    ids,
    state,
    most,
    formIds: calls.map(({ formId }) => formId),
    versions: calls.map(({ wordsVersion }) => wordsVersion),
    languages: calls.map(({ language }) => language),
    emails: calls.map(({ email }) => email),
    emailKeys: calls.map(({ email }) => emailKey(email)),
    mailboxKeys: calls.map(({ email }) => mailboxKey(email)),
    names: calls.map(({ name }) => name),
    fields: calls.map(({ fields }) => arrayLiteral(fields)),
    listIds: calls.map(({ listIds }) => arrayLiteral(listIds)),
    measured: calls.map(({ measured }) => (measured === null ? '' : String(measured))),
    networks: calls.map(({ network }) => network),
    ips: calls.map(({ ip }) => ip),
    agents: calls.map(({ agent }) => agent),
    pages: calls.map(({ page }) => page),
  })
