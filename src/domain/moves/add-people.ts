/** Inserts new subscribers of a page, and their subscriptions, by COPY, as an import does. */
import { copyText, inChunks } from '../../db/copy-text.ts'
import type { Tx } from '../../db/db.ts'
import { momentText } from '../../db/execution.ts'
import { arrayOfFields } from '../imports/packed-fields.ts'
import type { CheckedPerson } from '../subscribers/person.ts'
import type { EmailFormat } from '../text.ts'

export interface MovedValues extends CheckedPerson {
  id: number
  format: EmailFormat
  created: Date
  /** Joined by the separator, up to the last that is filled. */
  fields: string
}

const COPY_PEOPLE =
  'copy subscribers (account_id, id, email, email_key, name, format, country_code, phone, ' +
  'fields, created_at) from stdin'

export interface NewPerson extends MovedValues {
  subscribed: Date
}

export interface JoinedList {
  accountId: number
  listId: number
  /** Up to when its order is settled, as text of the store and in milliseconds. */
  settled: string
  settledMillis: number
}

const COPY_SUBSCRIPTIONS =
  'copy subscriptions (account_id, subscriber_id, list_id, subscribed_at) from stdin'

/**
 * In the order of their addresses, as all inserts. Throws the store's unique violation if a
 * subscriber with the same id or address was added meanwhile. They join the list at their own time,
 * but not before its settled part.
 */
export async function addPeople(
  tx: Tx,
  { accountId, listId, settled, settledMillis }: JoinedList,
  people: NewPerson[],
): Promise<void> {
  if (people.length === 0) return
  const inOrder = people.sort((a, b) => (a.emailKey < b.emailKey ? -1 : 1))
  const now = new Date()
  const past = (given: Date) => momentText(given < now ? given : now)
  const rows = inChunks(inOrder, person => {
    // An address has no character that COPY escapes.
    const start = `${accountId}\t${person.id}\t${person.email}\t${person.emailKey}\t`
    const { name, format, countryCode, phone } = person
    const fields = copyText(arrayOfFields(person.fields, false))
    const texts = `${copyText(name)}\t${format}\t${copyText(countryCode)}\t${copyText(phone)}`
    return `${start}${texts}\t${fields}\t${past(person.created)}\n`
  })
  await tx.copy(COPY_PEOPLE, rows)
  const subscriptions = inChunks(inOrder, ({ id, subscribed }) => {
    const since = subscribed.getTime() > settledMillis ? past(subscribed) : settled
    return `${accountId}\t${id}\t${listId}\t${since}\n`
  })
  await tx.copy(COPY_SUBSCRIPTIONS, subscriptions)
}
