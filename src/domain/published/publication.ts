/** A published list: what its owner says of it, and its address. */
import { z } from 'zod'
import { atomically, type Db } from '../../db/db.ts'
import { recordChange } from '../audit/record.ts'
import { requireFilters } from '../filters/save-filter.ts'
import { allForms, formById } from '../forms/form.ts'
import { findList } from '../lists/lists.sql.ts'
import { noSuch, refused, type Violation, violationsOfValues } from '../refusal.ts'
import { checkLine, checkText } from '../text.ts'
import {
  addPublication,
  changePublication,
  findPublication,
  holdAddress,
  lockPublication,
} from './published.sql.ts'

const MOST_FILTERS = 20
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/

export const Publication = z.object({
  active: z.boolean().describe('Whether anybody may read its newsletters.'),
  slug: z
    .string()
    .max(60)
    .describe('The last part of its address: garden-letter. Old ones lead on.'),
  title: z.string().max(200).describe('What its page is called.'),
  description: z.string().max(500).describe('What it is about, in a sentence.'),
  listed: z.boolean().describe('Whether search engines may list it.'),
  formId: z.int().positive().nullable().describe('The sign-up form at the end. Null: none.'),
  shownFilters: z
    .array(z.int().positive())
    .max(MOST_FILTERS)
    .describe('The filters whose parts of an email the public sees. By default none.'),
})

export type Publication = z.output<typeof Publication>

/** Before a list is published: what it would be, by its name and its forms. */
export async function publicationOf(
  db: Db,
  accountId: number,
  listId: number,
): Promise<Publication> {
  const found = await findPublication(db, { accountId, listId })
  if (found) {
    const { shownFilters, listId: _, revision: __, ...rest } = found
    return { ...rest, shownFilters: JSON.parse(shownFilters) }
  }
  const list = await findList(db, { accountId, listId })
  if (!list) throw noSuch('no-such-list', listId)
  const forms = await allForms(db, accountId)
  const form = forms.find(one => one.active && one.listIds.includes(listId))
  return {
    active: false,
    slug: slugOf(list.name) || `list-${listId}`,
    title: list.name,
    description: list.description.slice(0, 500),
    listed: true,
    formId: form?.id ?? null,
    shownFilters: [],
  }
}

/** Letters of other alphabets and signs are left out: `Trädgård & Hus` is `tradgard-hus`. */
const slugOf = (name: string): string =>
  name
    .slice(0, 200)
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[øØ]/g, 'o')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')

/** Refuses an address that another list has or had, and unknown forms and filters. */
export async function savePublication(
  db: Db,
  accountId: number,
  listId: number,
  changes: Partial<Publication>,
): Promise<void> {
  await atomically(db, async tx => {
    const first = await publicationOf(tx, accountId, listId)
    const slug = await freeSlug(tx, accountId, listId, first.slug, changes.slug)
    const isNew = (await addPublication(tx, { accountId, listId, ...first, slug })) > 0
    await lockPublication(tx, { accountId, listId })
    const present = await publicationOf(tx, accountId, listId)
    const after = await checked(tx, accountId, { ...present, ...changes, slug })
    const before = isNew ? undefined : present
    await changePublication(tx, { accountId, listId, ...after })
    await recordChange(tx, accountId, { action: 'published.edit', id: listId, before, after })
  })
}

/** A slug that nobody chose gets a number, if another list has it. */
async function freeSlug(
  tx: Db,
  accountId: number,
  listId: number,
  present: string,
  asked: string | undefined,
): Promise<string> {
  const slug = checkSlug(asked ?? present)
  const held = await holdAddress(tx, { accountId, slug, listId })
  if (held?.listId === listId) return slug
  if (asked !== undefined)
    throw refused('not-valid', 'published-address-taken', { address: slug }).ofValue('slug')
  const numbered = `${slug.slice(0, 48)}-${listId}`
  await holdAddress(tx, { accountId, slug: numbered, listId })
  return numbered
}

function checkSlug(given: string): string {
  const slug = given.trim().toLowerCase()
  if (!SLUG.test(slug)) throw refused('not-valid', 'published-address')
  return slug
}

function checkTitle(given: string): string {
  const title = checkLine(given, 'title', 200)
  if (title === '') throw refused('not-valid', 'published-title')
  return title
}

const checkDescription = (given: string): string => checkText(given, 'description', 500)

/** Validates the given values; absent ones pass. */
export const violationsOfPublication = (given: Partial<Publication>): Violation[] =>
  violationsOfValues(given, {
    slug: checkSlug,
    title: checkTitle,
    description: checkDescription,
  })

async function checked(tx: Db, accountId: number, given: Publication): Promise<Publication> {
  const title = checkTitle(given.title)
  const description = checkDescription(given.description)
  const { formId } = given
  if (formId !== null && !(await formById(tx, accountId, formId)))
    throw noSuch('no-such-form', formId)
  const filters = await requireFilters(tx, accountId, [...new Set(given.shownFilters)])
  return { ...given, title, description, shownFilters: filters.map(({ id }) => id) }
}
