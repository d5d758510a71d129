/** Making and deleting mailing lists. */
import { atomically, type Db } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { Refusal } from '../refusal.ts'
import { checkText } from '../subscribers/person.ts'
import { characterSet } from './character-sets.ts'
import { addList, removeDeparturesOfList, removeList, removeMilestonesOfList, removeSubscriptionsOfList } from './lists.sql.ts'

const MAX_NAME = 200
const MAX_DESCRIPTION = 2000

export interface NewList {
  name: string
  fromName: string
  fromEmail: string
  description: string
  /** Empty is iso-8859-1. */
  characterSet: string
}

/** Makes a list and answers its id. Refuses an empty name, a sender that is no address, and a character set no letter can be written in. */
export async function makeList(db: Db, accountId: number, list: NewList): Promise<number> {
  const name = checkText(list.name, 'list name', MAX_NAME)
  if (name === '') throw new Refusal('not-valid', 'A list needs a name.')
  const fromEmail = list.fromEmail.trim()
  if (!isEmailAddress(fromEmail))
    throw new Refusal('not-valid', "The sender's address is not an address that mail can be sent from.")
  const set = characterSet(list.characterSet)
  if (set === undefined) throw new Refusal('not-valid', 'There is no such character set.')
  const id = await takeId(db, accountId, 'list')
  const fromName = checkText(list.fromName, "sender's name", MAX_NAME)
  const description = checkText(list.description, 'description', MAX_DESCRIPTION)
  await addList(db, { accountId, id, name, fromName, fromEmail, description, characterSet: set })
  return id
}

/** Deletes a list with its subscriptions; subscribers, sendings and reports stay. Refuses an unknown list. */
export async function deleteList(db: Db, accountId: number, listId: number): Promise<void> {
  let seen = false
  await atomically(
    db,
    accountId,
    async tx => {
      // The row goes first: it waits for those who are subscribing to the list, and who comes later finds no list.
      seen = (await removeList(tx, { accountId, listId })) > 0 || seen
      if (!seen) throw new Refusal('no-such-list')
      await removeSubscriptionsOfList(tx, { accountId, listId })
      await removeMilestonesOfList(tx, { accountId, listId })
      await removeDeparturesOfList(tx, { accountId, listId })
    },
    { again: true },
  )
}
