/** Changes a subscriber by id, also the address. */
import { arrayLiteral } from '../../db/array-literal.ts'
import { atomicallyAgain, type Db, type Store } from '../../db/db.ts'
import { violatedConstraint } from '../../db/unique-violation.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { LAST_NAME, namePart, wholeName, withNameParts } from '../../lib/name-parts.ts'
import { recordChange } from '../audit/record.ts'
import { forgiveBounces, release } from '../bounces/suppression/suppression.sql.ts'
import { wrongValue } from '../demographics/fields.ts'
import { keyHashOf } from '../opt-outs/erased.ts'
import { bringBackDeclines } from '../opt-outs/erased-declines.ts'
import { noSuch, Refusal, refused, refusedFor } from '../refusal.ts'
import { publishChanged } from '../subscribers/change-events.ts'
import { checkPerson } from '../subscribers/person.ts'
import type { EmailFormat } from '../text.ts'
import { refreshWords } from '../words/keep-words.ts'
import { addressOptedOut, changeSubscriber, lockSubscriber, takenAddress } from './directory.sql.ts'

export interface SubscriberChanges {
  email?: string | undefined
  /** The whole name; by default the parts that it has then. */
  name?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  format?: EmailFormat | undefined
  countryCode?: string | undefined
  phone?: string | undefined
  /** By number; '' empties one. */
  fields?: ReadonlyMap<number, string> | undefined
}

/**
 * Changes the given values. A new address is a new mailbox: the deliverability of the old one no
 * longer counts. Refuses an address that another subscriber has or that has opted out, and any new
 * address of a person who has opted out, because the old one would be free again.
 */
export async function editSubscriber(
  store: Store,
  accountId: number,
  subscriberId: number,
  { fields, ...changes }: SubscriberChanges,
  db: Db = store,
): Promise<void> {
  const values = fieldValues(withNameParts(fields ?? new Map(), changes))
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  )
  const work = atomicallyAgain(db, async tx => {
    const known = await lockSubscriber(tx, { accountId, subscriberId })
    if (!known) throw noSuch('no-such-subscriber', subscriberId)
    const { name: whole = nameAfter(known, changes) } = changes
    const format = known.format as EmailFormat
    const person = checkPerson({ ...known, format, ...given, name: whole })
    if (person.emailKey !== known.emailKey) {
      if (known.optedOut) throw refused('opted-out', 'opted-out-address')
      const keyHash = await keyHashOf(store, accountId, person.emailKey)
      await refuseAddress(tx, accountId, person.emailKey, keyHash)
      await forgiveBounces(tx, { accountId, subscriberId })
      await release(tx, { accountId, subscriberId })
    }
    const { email, emailKey, name, countryCode, phone } = person
    const row = { email, emailKey, name, format: person.format ?? 'html', countryCode, phone }
    await changeSubscriber(tx, { accountId, subscriberId, ...row, fields: values })
    if (emailKey !== known.emailKey)
      await bringBackDeclines(store, tx, accountId, [{ id: subscriberId, emailKey }])
    await refreshWords(tx, accountId, [subscriberId])
    await publishChanged(store, tx, accountId, [known], [emailKey])
    // The names of the changed values only: an entry outlives an erasure.
    const changed = [...Object.keys(given), ...[...(fields?.keys() ?? [])].map(n => `DD${n}`)]
    const after = { changed: changed.join(', ') }
    await recordChange(tx, accountId, { action: 'subscriber.edit', id: subscriberId, after })
  })
  await work.catch(error => {
    // A subscriber with this address was added after the look.
    if (violatedConstraint(error) === undefined) throw error
    throw refused('not-valid', 'address-taken')
  })
}

/** A part that is given makes a new whole, with the other one as it is known. */
function nameAfter(
  { name, fields }: { name: string; fields: string },
  { firstName, lastName }: SubscriberChanges,
): string {
  if (firstName === undefined && lastName === undefined) return name
  const known = fields.split(FIELD_SEPARATOR)
  return wholeName(
    firstName ?? namePart(name, known, 'first_name'),
    lastName ?? namePart(name, known, 'last_name'),
  )
}

async function refuseAddress(
  tx: Parameters<typeof takenAddress>[0],
  accountId: number,
  emailKey: string,
  keyHash: string | null,
): Promise<void> {
  const { optedOut } = await addressOptedOut(tx, { accountId, emailKey, keyHash })
  if (optedOut) throw refused('opted-out', 'opted-out-target')
  const taken = await takenAddress(tx, { accountId, emailKey })
  if (taken) throw refused('not-valid', 'address-of-other', { id: taken.id })
}

/** As an array literal: null for the fields that are not given. */
function fieldValues(fields: ReadonlyMap<number, string>): string[] {
  const last = Math.max(0, ...fields.keys())
  if (last > LAST_NAME) throw new Refusal('no-such-field')
  for (const [number, value] of fields) {
    const wrong = wrongValue(value, `DD${number}`)
    if (wrong !== undefined) throw refusedFor('not-valid', wrong)
  }
  const values = Array.from({ length: last }, (_, i) => fields.get(i + 1) ?? null)
  return arrayLiteral(values) as unknown as string[]
}
