/** Inserts new subscribers of a page by COPY, as an import does. */
import { copyText, inChunks } from '../../db/copy-text.ts'
import type { Tx } from '../../db/db.ts'
import { momentText } from '../../db/execution.ts'
import { arrayOfFields } from '../imports/apply/packed-fields.ts'
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

/**
 * In the order of their addresses, as all inserts. Throws the store's unique violation if somebody
 * was added with the same id or address meanwhile.
 */
export async function addPeople(tx: Tx, accountId: number, people: MovedValues[]): Promise<void> {
  const inOrder = people.sort((a, b) => (a.emailKey < b.emailKey ? -1 : 1))
  const now = new Date()
  const created = (given: Date) => momentText(given < now ? given : now)
  const rows = inChunks(inOrder, person => {
    // An address has no character that COPY escapes.
    const start = `${accountId}\t${person.id}\t${person.email}\t${person.emailKey}\t`
    const { name, format, countryCode, phone } = person
    const fields = copyText(arrayOfFields(person.fields, false))
    const texts = `${copyText(name)}\t${format}\t${copyText(countryCode)}\t${copyText(phone)}`
    return `${start}${texts}\t${fields}\t${created(person.created)}\n`
  })
  await tx.copy(COPY_PEOPLE, rows)
}
