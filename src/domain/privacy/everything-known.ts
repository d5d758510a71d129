/**
 * All that the store holds of one person, found by address: for showing it, and for whoever asks
 * what is known of them.
 */
import type { Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import { demographicFields } from '../demographics/fields.ts'
import { addressHashing } from '../keys/address-hash.ts'
import {
  knownDeliveries,
  knownOptOut,
  knownPerson,
  knownSandboxLetters,
  knownSubscriptions,
  knownTestGroups,
  knownTriggerLetters,
  knownWalks,
} from './known.sql.ts'
import { importsOfPerson } from './known-imports.ts'
import { knownMail } from './known-mail.ts'
import { smsKnownOfPerson } from './known-sms.ts'
import { knownTransactions } from './known-transactions.ts'

export type EverythingKnown = NonNullable<Awaited<ReturnType<typeof everythingKnown>>>

/**
 * Moments are ISO 8601 at +01:00. Undefined when nothing is known. Of a person who was erased
 * nothing is but that, and their opt-out.
 */
export async function everythingKnown(
  db: Store,
  { id: accountId, fieldCount }: { id: number; fieldCount: number },
  email: string,
) {
  const key = emailKey(email)
  const person = await knownPerson(db, { accountId, emailKey: key })
  const subscriberId = person?.id ?? 0
  const optOut = await knownOptOut(db, {
    accountId,
    emailKey: key,
    keyHash: addressHashing(db)(accountId, key),
  })
  const deliveries = await knownDeliveries(db, { accountId, subscriberId, emailKey: key })
  const letters = await knownSandboxLetters(db, { accountId, subscriberId, emailKey: key })
  const testGroups = await knownTestGroups(db, { accountId, emailKey: key })
  const triggerLetters = await knownTriggerLetters(db, { accountId, subscriberId })
  const walks = await knownWalks(db, { accountId, subscriberId })
  const imports = await importsOfPerson(db, accountId, subscriberId, key)
  const asked = await knownTransactions(db, { accountId, emailKey: key })
  const mail = await knownMail(db, { accountId, subscriberId, emailKey: key })
  const apart =
    deliveries.length +
    asked.transactions.length +
    asked.rejectedRows +
    letters.length +
    testGroups.length +
    imports.length +
    mail.bounces.length +
    mail.messages.length
  if (!person && !optOut && apart === 0) return undefined
  return {
    email: person?.email ?? email.trim(),
    erased: !person && (optOut?.erased ?? false),
    subscriber: person && {
      id: person.id,
      email: person.email,
      name: person.name,
      format: person.format,
      countryCode: person.countryCode,
      phone: person.phone,
      created: formatInstant(person.created),
      updated: formatInstant(person.updated),
      optedOut: moment(person.optedOut),
      undeliverable: moment(person.undeliverableSince),
      undeliverableReason: person.undeliverableReason,
      complained: moment(person.complained),
      fields: namedFields(person.fields, await demographicFields(db, accountId, fieldCount)),
    },
    lists: (await knownSubscriptions(db, { accountId, subscriberId })).map(
      ({ listId, name, subscribed, unsubscribed, source, reason }) => ({
        id: listId,
        name,
        subscribed: formatInstant(subscribed),
        unsubscribed: moment(unsubscribed),
        unsubscribedBy: source,
        unsubscribeReason: reason,
      }),
    ),
    optOut: optOut && {
      created: formatInstant(optOut.created),
      reason: optOut.reason,
      listId: optOut.listId,
      sendingId: optOut.sendingId,
      list: optOut.listText,
      sending: optOut.sendingText,
    },
    deliveries: deliveries.map(({ changed, ...delivery }) => ({
      ...delivery,
      changed: moment(changed),
    })),
    triggerLetters: triggerLetters.map(({ changed, ...letter }) => ({
      ...letter,
      changed: moment(changed),
    })),
    triggers: walks.map(({ entered, ended, ...walk }) => ({
      ...walk,
      entered: formatInstant(entered),
      ended: moment(ended),
    })),
    sandboxLetters: letters.map(({ received, ...letter }) => ({
      ...letter,
      received: formatInstant(received),
    })),
    transactions: asked.transactions,
    rejectedTransactions: asked.rejectedRows,
    testGroups: testGroups.map(({ name }) => name),
    imports,
    ...mail,
    ...(await smsKnownOfPerson(db, { accountId, subscriberId })),
  }
}

const moment = (text: string | null): string | null => (text === null ? null : formatInstant(text))

/**
 * Those that are filled, by the account's names of them; by number where two fields share a name.
 */
function namedFields(
  joined: string,
  known: { field: string; name: string }[],
): Record<string, string> {
  const named: Record<string, string> = {}
  for (const [i, value] of joined.split(FIELD_SEPARATOR).entries()) {
    const { field, name } = known[i]!
    if (value !== '') named[name in named ? field : name] = value
  }
  return named
}
