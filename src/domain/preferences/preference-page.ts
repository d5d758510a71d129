/** What an account offers on the page of preferences: lists to join, and data fields to edit. */
import { z } from 'zod'
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { MOST_FIELDS } from '../demographics/fields.ts'
import { listsOfAccount } from '../lists/lists.sql.ts'
import {
  noSuch,
  type RuleCheck,
  refused,
  type Violation,
  violationsOf,
  violationsOfValues,
} from '../refusal.ts'
import { checkLine } from '../text.ts'
import { findPreferencePage, keepPreferencePage, lockPreferencePage } from './preferences.sql.ts'

const MOST_OFTEN = 200

export const PreferencePage = z.object({
  lists: z
    .array(
      z.object({
        id: z.int().positive(),
        often: z.string().max(MOST_OFTEN).describe('How often it comes: Twice a month.'),
      }),
    )
    .max(100)
    .describe(
      'Lists that readers may join there, in this order. Those they are on stand there too.',
    ),
  confirmedLists: z
    .array(z.int().positive())
    .max(100)
    .describe('Of these lists, those that are joined only after a confirmation by email.'),
  fields: z
    .array(z.string().regex(/^(?:name|DD(?:[1-9]\d?|100))$/))
    .max(MOST_FIELDS + 1)
    .describe('What they may see and change of their data: name, and data fields as DD3.'),
  languageField: z
    .string()
    .regex(/^DD(?:[1-9]\d?|100)$/)
    .nullable()
    .describe(
      'The data field that holds the language of a person, as sv or Swedish. Readers choose it ' +
        'there, and their pages speak it.',
    ),
})

export type PreferencePage = z.output<typeof PreferencePage>

interface StoredList {
  id: number
  often: string
  confirmed?: boolean
}

/** Without one that was saved: nothing is offered. */
export async function preferencePage(db: Db, accountId: number): Promise<PreferencePage> {
  const found = await findPreferencePage(db, { accountId })
  if (!found) return { lists: [], confirmedLists: [], fields: [], languageField: null }
  const fields = found.fields === '' ? [] : found.fields.split(',')
  const languageField = found.languageField === null ? null : `DD${found.languageField}`
  const stored: StoredList[] = JSON.parse(found.lists)
  const lists = stored.map(({ id, often }) => ({ id, often }))
  const confirmedLists = stored.filter(one => one.confirmed).map(({ id }) => id)
  return { lists, confirmedLists, fields, languageField }
}

const checkOften = (often: string): string => checkLine(often, 'how often it comes', MOST_OFTEN)

function refuseTwice(named: readonly unknown[]): void {
  if (new Set(named).size < named.length) throw refused('not-valid', 'preference-twice')
}

/** Validates the given values; absent ones pass. */
export const violationsOfPreferences = ({
  lists = [],
  ...named
}: Partial<PreferencePage>): Violation[] => [
  ...violationsOf(
    lists.map(({ often }, i): RuleCheck => [['lists', i, 'often'], () => checkOften(often)]),
  ),
  ...violationsOf([[['lists'], () => refuseTwice(lists.flatMap(({ id }) => id))]]),
  ...violationsOfValues(named, { confirmedLists: refuseTwice, fields: refuseTwice }),
]

/** Refuses an unknown list, and what is named twice. */
export async function savePreferencePage(
  db: Db,
  accountId: number,
  given: PreferencePage,
): Promise<void> {
  const known = new Set((await listsOfAccount(db, { accountId })).map(({ id }) => id))
  const unknown = given.lists.find(({ id }) => !known.has(id))
  if (unknown) throw noSuch('no-such-list', unknown.id)
  const lists = given.lists.map(({ id, often }) => ({ id, often: checkOften(often) }))
  const { fields, languageField } = given
  const confirmedLists = given.confirmedLists.filter(id => lists.some(one => one.id === id))
  const page = { lists, confirmedLists, fields, languageField }
  refuseTwice(lists.map(({ id }) => id))
  refuseTwice(confirmedLists)
  refuseTwice(fields)
  await atomically(db, async tx => {
    await lockPreferencePage(tx, { accountId })
    const before = await preferencePage(tx, accountId)
    await keepPreferencePage(tx, {
      accountId,
      lists: JSON.stringify(
        lists.map(one => ({ ...one, confirmed: confirmedLists.includes(one.id) })),
      ),
      fields,
      languageField: languageField === null ? null : Number(languageField.slice(2)),
    })
    await recordChange(tx, accountId, { action: 'preferences.edit', id: '', before, after: page })
  })
}
