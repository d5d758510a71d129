/** Who of a page of the former service is here already, and whether the values are the same. */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Store, Tx } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { withoutEmptyEnd } from '../imports/packed-fields.ts'
import type { CheckedPerson } from '../subscribers/person.ts'
import type { EmailFormat } from '../text.ts'
import type { MovedValues } from './add-people.ts'
import { lockPeople, peopleThere } from './people.sql.ts'

/** A subscriber as the former service has it. Undefined: it does not say. */
export interface MovedPerson {
  id: number
  email: string
  name: string
  format: EmailFormat | undefined
  countryCode: string | undefined
  phone: string | undefined
  created: Date | undefined
  subscribed: Date | undefined
  /** DD1 first, joined by the separator; those beyond the last are left alone. */
  fields: string
  /** The number of the first field that can't be stored. */
  wrongField: number | undefined
}

export type PersonHere = Awaited<ReturnType<typeof peopleThere>>[number]

/** By the key of the address. */
export type GivenPeople = Map<string, MovedPerson & CheckedPerson>

/**
 * Removes from `given` the people who are the same here as there: they are read and not locked,
 * which would write each of them. Returns them as `here`, and the rows of the rest, locked.
 */
export async function knownOf(
  tx: Tx,
  { accountId, listId, given, erased, found }: Met,
): Promise<{ known: PersonHere[]; here: number[] }> {
  const there = found ?? (await peopleThere(tx, whoOf(accountId, listId, given.values())))
  const here: number[] = []
  for (const one of there) {
    const { emailKey, id, onList, optedOut, unsubscribed } = one
    const row = given.get(emailKey)
    if (row?.id !== id || !onList || optedOut || unsubscribed || erased.has(emailKey)) continue
    if (!isSame(valuesOf(row, one), one)) continue
    here.push(id)
    given.delete(emailKey)
  }
  if (there.length === here.length) return { known: [], here }
  const rest = whoOf(accountId, listId, given.values())
  await lockPeople(tx, rest)
  return { known: await peopleThere(tx, rest), here }
}

interface Met {
  accountId: number
  listId: number
  given: GivenPeople
  erased: ReadonlySet<string>
  /** Undefined: they are read now. */
  found: PersonHere[] | undefined
}

/**
 * Who of a page is here, read before it is written. Who comes until then is found by the unique
 * violation; who changes, by the lock.
 */
export const peopleOfPage = (
  db: Store,
  accountId: number,
  listId: number,
  people: readonly MovedPerson[],
): Promise<PersonHere[]> =>
  peopleThere(
    db,
    whoOf(
      accountId,
      listId,
      people.map(({ id, email }) => ({ id, emailKey: emailKey(email) })),
    ),
  )

function whoOf(
  accountId: number,
  listId: number,
  people: Iterable<{ id: number; emailKey: string }>,
) {
  const [emailKeys, ids]: [string[], number[]] = [[], []]
  for (const { id, emailKey } of people) {
    emailKeys.push(emailKey)
    ids.push(id)
  }
  return { accountId, listId, emailKeys: literal(emailKeys), ids }
}

export function valuesOf(
  row: MovedPerson & CheckedPerson,
  known: PersonHere | undefined,
): MovedValues {
  return {
    ...row,
    format: row.format ?? (known?.format as EmailFormat | undefined) ?? 'html',
    countryCode: row.countryCode ?? known?.countryCode ?? '',
    phone: row.phone ?? known?.phone ?? '',
    created: row.created ?? row.subscribed ?? new Date(),
    fields: fieldsOf(row.fields, known?.fields ?? ''),
  }
}

/** The given ones, then those that the former service does not show. */
function fieldsOf(given: string, known: string): string {
  let from = 0
  for (let at = 0; at >= 0; ) {
    from = known.indexOf(FIELD_SEPARATOR, from) + 1
    if (from === 0) return withoutEmptyEnd(given)
    at = given.indexOf(FIELD_SEPARATOR, at)
    if (at >= 0) at++
  }
  return withoutEmptyEnd(given + FIELD_SEPARATOR + known.slice(from))
}

export const isSame = (values: MovedValues, there: PersonHere): boolean =>
  values.email === there.email &&
  values.name === there.name &&
  values.format === there.format &&
  values.countryCode === there.countryCode &&
  values.phone === there.phone &&
  values.fields === withoutEmptyEnd(there.fields)

/** One literal: the driver would build the same text more slowly. */
export const literal = (texts: string[]) => arrayLiteral(texts) as unknown as string[]
