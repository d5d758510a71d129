/**
 * The preferences of one reader, reached by the link of an email: read, and saved at once. The link
 * may be in the hands of another person, since emails are forwarded: it never lifts an opt-out, a
 * complaint, or an unsubscription of more than a day ago.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { type DefinedField, definedFields, wrongValue } from '../demographics/fields.ts'
import { editSubscriber } from '../directory/edit-subscriber.ts'
import type { FormLanguage } from '../forms/form-words.ts'
import { languageIn } from '../forms/reader-language.ts'
import { rememberUnsubscribe } from '../subscribers/person-consent.sql.ts'
import { joinList, keepNewConsent } from '../subscribers/subscribers.sql.ts'
import type { EmailFormat } from '../text.ts'
import { hasListener, publish } from '../webhooks/publish.ts'
import { publishUnsubscribed } from '../webhooks/publish-left.ts'
import { preferencePage } from './preference-page.ts'
import { listsOfReader, lockReader, pauseReader, readerPreferences } from './preferences.sql.ts'

export const PAUSES = [30, 60, 90] as const

export interface OfferedList {
  id: number
  name: string
  /** How often it comes, else what it is about. */
  about: string
  isOn: boolean
  /** It is joined after a confirmation by email; who has just left may take that back. */
  confirmed: boolean
  /** It was left, and can't be joined here. */
  left: boolean
}

/** A data field that the reader may edit, or the name. */
export interface EditableField {
  /** `name`, or `DD3`. */
  key: string
  /** Undefined: the name. */
  field: DefinedField | undefined
  value: string
}

export interface ReaderPreferences {
  subscriberId: number
  email: string
  format: EmailFormat
  /** The end of a pause, ISO 8601. */
  paused: string | null
  /** They opted out of everything, or complained: there is nothing to choose. */
  wantsNothing: boolean
  lists: OfferedList[]
  fields: EditableField[]
  /** Undefined: no field is for it. */
  language: { field: number; code: FormLanguage | undefined } | undefined
}

/** Undefined: nothing is kept of the person any more. */
export async function preferencesOf(
  db: Db,
  accountId: number,
  subscriberId: number,
): Promise<ReaderPreferences | undefined> {
  const found = await readerPreferences(db, { accountId, subscriberId })
  if (!found) return undefined
  const page = await preferencePage(db, accountId)
  const offered = page.lists.map(({ id }) => id)
  const often = new Map(page.lists.map(one => [one.id, one.often]))
  const lists = (await listsOfReader(db, { accountId, subscriberId, offered })).map(
    ({ description, justLeft, ...list }) => ({
      ...list,
      about: often.get(list.id) || description,
      confirmed: page.confirmedLists.includes(list.id) && !justLeft,
    }),
  )
  const place = ({ id }: OfferedList) =>
    (offered.indexOf(id) + offered.length + 1) % (offered.length + 1)
  const known = page.fields.length === 0 ? [] : await definedFields(db, accountId)
  const values = found.fields.split(FIELD_SEPARATOR)
  const keys = page.fields.filter(key => key !== page.languageField)
  const fields = keys.map(key => {
    const number = Number(key.slice(2))
    const field = known.find(one => one.number === number)
    return key === 'name'
      ? { key, field: undefined, value: found.name }
      : {
          key,
          field: field ?? { number, name: key, type: 'text' as const, choices: [] },
          value: values[number - 1] ?? '',
        }
  })
  const number = Number(page.languageField?.slice(2) ?? 0)
  const language =
    number > 0 ? { field: number, code: languageIn(values[number - 1] ?? '') } : undefined
  const { id, email, paused, wantsNothing } = found
  const format = found.format as EmailFormat
  lists.sort((a, b) => place(a) - place(b) || a.id - b.id)
  return { subscriberId: id, email, format, paused, wantsNothing, lists, fields, language }
}

/** What the reader chose. Absent values stay. */
export interface PreferenceChoice {
  /** Of the lists that stood on the page, those that are wanted. */
  lists: { shown: readonly number[]; wanted: readonly number[] }
  /** They come from the link of an email that was sent to confirm it. */
  confirmed?: boolean
  format?: EmailFormat | undefined
  /** Null: not known any more. */
  language?: FormLanguage | null | undefined
  /** Null ends a pause. */
  pausedUntil?: Date | null | undefined
  values: ReadonlyMap<string, string>
}

export interface SavedPreferences {
  /** The keys of fields whose value is not taken; empty: it is saved, all of it at once. */
  wrong: string[]
  /** Lists that they join once they have confirmed it by email. */
  unconfirmed: OfferedList[]
}

/** Saves all of it, or nothing. */
export async function savePreferences(
  db: Store,
  accountId: number,
  subscriberId: number,
  choice: PreferenceChoice,
): Promise<SavedPreferences> {
  const listening = {
    joined: await hasListener(db, accountId, 'subscribed'),
    left: await hasListener(db, accountId, 'unsubscribed'),
    changed: await hasListener(db, accountId, 'preferences-changed'),
    paused: await hasListener(db, accountId, 'paused'),
  }
  return atomically(
    db,
    async tx => {
      if (!(await lockReader(tx, { accountId, subscriberId }))) return NOTHING
      const before = await preferencesOf(tx, accountId, subscriberId)
      if (!before || before.wantsNothing) return NOTHING
      const wrong = wrongFields(before, choice.values)
      if (wrong.length > 0) return { wrong, unconfirmed: [] }
      const changes = await changePerson(db, tx, accountId, before, choice)
      const lists = await changeLists(tx, accountId, before, choice, listening)
      const changed = [...changes, ...lists]
      const { pausedUntil } = choice
      if (listening.paused && pausedUntil && changes.includes('pause')) {
        const until = pausedUntil.toISOString()
        const event = { kind: 'paused', ids: [subscriberId], details: [{ until }] } as const
        await publish(tx, accountId, event)
      }
      const details = [{ changed }]
      if (listening.changed && changed.length > 0)
        await publish(tx, accountId, { kind: 'preferences-changed', ids: [subscriberId], details })
      return { wrong, unconfirmed: choice.confirmed ? [] : unconfirmedIn(before, choice) }
    },
    { again: true },
  )
}

const NOTHING: SavedPreferences = { wrong: [], unconfirmed: [] }

const unconfirmedIn = (
  { lists }: ReaderPreferences,
  { lists: { shown, wanted } }: PreferenceChoice,
): OfferedList[] =>
  lists.filter(
    ({ id, isOn, left, confirmed }) =>
      confirmed && !isOn && !left && shown.includes(id) && wanted.includes(id),
  )

function wrongFields({ fields }: ReaderPreferences, values: ReadonlyMap<string, string>): string[] {
  return fields.flatMap(({ key, field, value: before }) => {
    const value = values.get(key)
    if (value === undefined || value === before) return []
    return isTaken(value, field) ? [] : [key]
  })
}

/** Whether the value is of the kind of its field. */
function isTaken(value: string, field: DefinedField | undefined): boolean {
  if (wrongValue(value) !== undefined) return false
  if (!field) return !/[\r\n]/.test(value)
  if (value === '') return true
  if (field.type === 'number') return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)
  if (field.type === 'date') return isDay(value)
  return field.choices.length === 0 || field.choices.includes(value)
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** Returns the names of what changed. */
async function changePerson(
  db: Store,
  tx: Db,
  accountId: number,
  { subscriberId, format: formatBefore, paused, fields, language: known }: ReaderPreferences,
  { format, pausedUntil, values, language }: PreferenceChoice,
): Promise<string[]> {
  const edited = fields.filter(({ key, value }) => (values.get(key) ?? value) !== value)
  const numbers = edited.flatMap(({ key, field }) =>
    field ? [[field.number, values.get(key)!] as [number, string]] : [],
  )
  const isOtherLanguage =
    known !== undefined && language !== undefined && language !== (known.code ?? null)
  if (isOtherLanguage) numbers.push([known.field, language ?? ''])
  const name = edited.some(({ key }) => key === 'name') ? values.get('name') : undefined
  const isOtherFormat = format !== undefined && format !== formatBefore
  if (edited.length > 0 || isOtherFormat || isOtherLanguage) {
    const changes = { name, format, fields: new Map(numbers) }
    await editSubscriber(db, accountId, subscriberId, changes, tx)
  }
  const isOtherPause =
    pausedUntil !== undefined && (pausedUntil?.toISOString() ?? null) !== (paused ?? null)
  if (isOtherPause) await pauseReader(tx, { accountId, subscriberId, until: pausedUntil })
  return [
    ...edited.map(({ key }) => key),
    ...(isOtherFormat ? ['format'] : []),
    ...(isOtherLanguage ? ['language'] : []),
    ...(isOtherPause ? ['pause'] : []),
  ]
}

const CONSENT = 'preferences page'

async function changeLists(
  tx: Db,
  accountId: number,
  { subscriberId, lists }: ReaderPreferences,
  { lists: { shown, wanted }, confirmed: hasConfirmed = false }: PreferenceChoice,
  listening: { joined: boolean; left: boolean },
): Promise<string[]> {
  const changed: string[] = []
  for (const { id: listId, isOn, left, confirmed } of lists) {
    if (!shown.includes(listId) || left || wanted.includes(listId) === isOn) continue
    if (!isOn && confirmed && !hasConfirmed) continue
    const these = { accountId, subscriberId, listId }
    changed.push(`list ${listId}`)
    if (isOn) {
      await rememberUnsubscribe(tx, { ...these, source: 'preferences', reason: '' })
      if (listening.left)
        await publishUnsubscribed(tx, accountId, subscriberId, String(listId), 'preferences')
    } else {
      const joined = await joinList(tx, { ...these, liftBefore: 'infinity' })
      if (!joined?.joined) continue
      const source = hasConfirmed ? `${CONSENT}, confirmed by email` : CONSENT
      await keepNewConsent(tx, { ...these, source, given: new Date() })
      const ids = [subscriberId]
      if (listening.joined) await publish(tx, accountId, { kind: 'subscribed', listId, ids })
    }
  }
  return changed
}
