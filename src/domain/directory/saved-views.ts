/** Views of the table of subscribers: search, columns and their order. */
import type { Db } from '../../db/db.ts'
import { refused } from '../refusal.ts'
import { checkLine } from '../text.ts'
import { dropView, keepView, savedViews } from './saved-views.sql.ts'

/** The maximum of a person in an account. */
const MOST_VIEWS = 100
const LONGEST_NAME = 100

export interface SavedView {
  name: string
  /** As the caller gave it. */
  view: unknown
  saved: string
}

interface ViewOwner {
  accountId: number
  /** 0: no particular member. */
  personId: number
}

/** By name. */
export async function listViews(db: Db, owner: ViewOwner): Promise<SavedView[]> {
  const rows = await savedViews(db, { ...owner })
  return rows.map(({ view, ...row }) => ({ ...row, view: JSON.parse(view) }))
}

/** Replaces one of the same name. */
export async function saveView(
  db: Db,
  owner: ViewOwner,
  given: string,
  view: object,
): Promise<SavedView> {
  const name = checkLine(given, 'name of the view', LONGEST_NAME)
  if (name === '') throw refused('not-valid', 'view-nameless')
  const there = await listViews(db, owner)
  if (there.length >= MOST_VIEWS && !there.some(one => one.name === name))
    throw refused('not-valid', 'views-many', { most: MOST_VIEWS })
  await keepView(db, { ...owner, name, view: JSON.stringify(view, wellFormed) })
  return (await listViews(db, owner)).find(one => one.name === name)!
}

/** PostgreSQL takes no half of a surrogate pair. */
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value

export async function removeView(db: Db, owner: ViewOwner, name: string): Promise<void> {
  if ((await dropView(db, { ...owner, name })) > 0) return
  throw refused('not-valid', 'view-gone')
}
