/** Creates, changes and deletes mailing lists. */

import { atomically, atomicallyAgain, type Db, type Store, type Tx } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { recordChange } from '../audit/record.ts'
import { type GivenId, holdGivenId, idFor } from '../given-id.ts'
import { noSuch, refused, type Violation, violationsOf } from '../refusal.ts'
import { checkLine, checkText } from '../text.ts'
import { characterSet } from './character-sets.ts'
import { publishListChanged } from './list-events.ts'
import {
  addList,
  changeList,
  findList,
  lockList,
  removeAddressesOfList,
  removeConsentsOfList,
  removeDaysOfList,
  removeDeparturesOfList,
  removeList,
  removeMilestonesOfList,
  removePublicationOfList,
  removePublishedOfList,
  removeSubscriptionsOfList,
} from './lists.sql.ts'

const MAX_NAME = 200
const MAX_DESCRIPTION = 2000

export interface NewList {
  name: string
  fromName: string
  fromEmail: string
  description: string
  /** Empty means iso-8859-1. */
  characterSet: string
}

interface Naming {
  /** Names may have line ends: old programs give them, and are answered what they gave. */
  severalLines?: boolean
}

/**
 * Creates a list and returns its id. Refuses an empty name, an invalid address of the sender, and a
 * character set that emails can't be encoded in. `settle` sets what else belongs to it, in the same
 * transaction.
 */
export async function makeList(
  db: Store,
  accountId: number,
  list: NewList & Naming,
  given: GivenId = {},
  settle?: (tx: Tx, id: number) => Promise<void>,
): Promise<number> {
  const checked = checkedList(list)
  const id = await idFor(db, accountId, 'list', given)
  await atomically(
    db,
    async tx => {
      await holdGivenId(tx, accountId, 'list', given, listId => findList(tx, { accountId, listId }))
      await addList(tx, { accountId, id, ...checked })
      await settle?.(tx, id)
      await recordChange(tx, accountId, { action: 'list.add', id, after: checked })
      await publishListChanged(tx, accountId, id, 'added')
    },
    { again: given.id === undefined },
  )
  return id
}

export type ListChanges = Partial<NewList>

/**
 * Changes the given values, by the rules of a new list. Existing sendings and emails are not
 * changed.
 */
export async function editList(
  db: Db,
  accountId: number,
  listId: number,
  changes: ListChanges & Naming,
): Promise<void> {
  const kept = {
    name: null,
    fromName: null,
    fromEmail: null,
    description: null,
    characterSet: null,
  }
  const checked = checkedList(changes)
  await atomically(db, async tx => {
    const before = await lockList(tx, { accountId, listId })
    if (!before) throw noSuch('no-such-list', listId)
    await changeList(tx, { accountId, listId, ...kept, ...checked })
    await recordChange(tx, accountId, { action: 'list.edit', id: listId, before, after: checked })
    const names = Object.keys(checked) as (keyof ListChanges)[]
    const changed = names.filter(name => checked[name] !== before[name])
    if (changed.length > 0) await publishListChanged(tx, accountId, listId, 'edited', changed)
  })
}

/** Values of a list that are refused. */
export const violationsOfList = (given: ListChanges): Violation[] =>
  violationsOf(
    Object.entries(given).map(([name, value]) => [[name], () => checkedList({ [name]: value })]),
  )

/** The given values, validated and trimmed. */
function checkedList<Given extends ListChanges>({
  severalLines = false,
  ...given
}: Given & Naming): Omit<Given, keyof Naming> {
  const checked = { ...given }
  const checkName = severalLines ? checkText : checkLine
  if (given.name !== undefined) checked.name = checkName(given.name, 'list name', MAX_NAME)
  if (checked.name === '') throw refused('not-valid', 'list-nameless')
  if (given.fromEmail !== undefined) checked.fromEmail = given.fromEmail.trim()
  if (checked.fromEmail !== undefined && !isEmailAddress(checked.fromEmail))
    throw refused('not-valid', 'list-sender')
  if (given.characterSet !== undefined) checked.characterSet = characterSet(given.characterSet)
  if (given.characterSet !== undefined && checked.characterSet === undefined)
    throw refused('not-valid', 'charset-unknown')
  if (given.fromName !== undefined)
    checked.fromName = checkName(given.fromName, "sender's name", MAX_NAME)
  if (given.description !== undefined)
    checked.description = checkText(given.description, 'description', MAX_DESCRIPTION)
  return checked
}

/**
 * Deletes a list with its subscriptions; subscribers, sendings and reports are kept. Refuses an
 * unknown list.
 */
export async function deleteList(db: Db, accountId: number, listId: number): Promise<void> {
  let seen = false
  await atomicallyAgain(db, async tx => {
    const before = await lockList(tx, { accountId, listId })
    seen = (await removeWholeList(tx, accountId, listId)) || seen
    if (!seen) throw noSuch('no-such-list', listId)
    await recordChange(tx, accountId, { action: 'list.remove', id: listId, before })
  })
}

/** The same in a transaction of the caller. False: the list does not exist. */
export async function removeWholeList(tx: Tx, accountId: number, listId: number): Promise<boolean> {
  // Deletes the row first: that waits for concurrent inserts into the list, and later ones find no
  // list.
  if ((await removeList(tx, { accountId, listId })) === 0) return false
  await removeSubscriptionsOfList(tx, { accountId, listId })
  await removeConsentsOfList(tx, { accountId, listId })
  await removeMilestonesOfList(tx, { accountId, listId })
  await removeDeparturesOfList(tx, { accountId, listId })
  await removeDaysOfList(tx, { accountId, listId })
  await removePublicationOfList(tx, { accountId, listId })
  await removePublishedOfList(tx, { accountId, listId })
  await removeAddressesOfList(tx, { accountId, listId })
  await publishListChanged(tx, accountId, listId, 'removed')
  return true
}
