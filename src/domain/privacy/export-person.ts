/** Exports all stored data of one person, found by address. */
import type { Store } from '../../db/db.ts'
import { emailKey, emailSpellings } from '../../lib/email-address.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import { namePart } from '../../lib/name-parts.ts'
import { demographicFields } from '../demographics/fields.ts'
import { addressHashing } from '../keys/address-hash.ts'
import { answersOf } from '../measuring/answer.ts'
import { programEventsOfPerson } from '../program-events/program-events.sql.ts'
import { signUpsOfPerson } from '../sign-ups/proofs.ts'
import { importsOfPerson } from './imports-of-person.ts'
import { mailOfPerson } from './mail-of-person.ts'
import {
  knownDeliveries,
  knownOptOut,
  knownPerson,
  knownRuns,
  knownSandboxMessages,
  knownSubscriptions,
  knownTestGroups,
  knownTriggerMessages,
} from './person.sql.ts'
import { smsOfPerson } from './sms-of-person.ts'
import { transactionsOfPerson } from './transactions-of-person.ts'

export type PersonExport = NonNullable<Awaited<ReturnType<typeof exportPerson>>>

/**
 * Times are ISO 8601 at +01:00. Undefined if nothing is stored. For an erased person, only that
 * fact and their opt-out.
 */
/** Of the events of programs, the newest. */
const MOST_EVENTS = 10_000

export async function exportPerson(
  db: Store,
  { id: accountId, fieldCount }: { id: number; fieldCount: number },
  email: string,
) {
  const key = emailKey(email)
  const person = await knownPerson(db, { accountId, emailKey: key })
  const subscriberIds = person ? [person.id] : []
  const spellings = [
    ...new Set([...emailSpellings(email), ...emailSpellings(person?.email ?? email)]),
  ]
  const these = { accountId, subscriberIds, emailKey: key, spellings }
  const optOut = await knownOptOut(db, {
    accountId,
    emailKey: key,
    keyHash: addressHashing(db)(accountId, key),
  })
  const deliveries = await knownDeliveries(db, these)
  const sandboxMessages = await knownSandboxMessages(db, these)
  const testGroups = await knownTestGroups(db, these)
  const triggerMessages = await knownTriggerMessages(db, these)
  const runs = await knownRuns(db, these)
  const imports = await importsOfPerson(db, accountId, these)
  const asked = await transactionsOfPerson(db, these)
  const mail = await mailOfPerson(db, these)
  const consents = await signUpsOfPerson(db, these)
  const apart =
    deliveries.length +
    asked.transactions.length +
    asked.rejectedRows +
    sandboxMessages.length +
    testGroups.length +
    imports.length +
    consents.signUps.length +
    consents.proofs.length +
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
      firstName: namePart(person.name, person.fields.split(FIELD_SEPARATOR), 'first_name'),
      lastName: namePart(person.name, person.fields.split(FIELD_SEPARATOR), 'last_name'),
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
    lists: (await knownSubscriptions(db, these)).map(
      ({ listId, name, subscribed, unsubscribed, source, reason, ...consent }) => ({
        id: listId,
        name,
        subscribed: formatInstant(subscribed),
        unsubscribed: moment(unsubscribed),
        unsubscribedBy: source,
        unsubscribeReason: reason,
        consentSource: consent.consentSource,
        consentGiven: moment(consent.consentGiven),
      }),
    ),
    measuring: (await answersOf(db, accountId, subscriberIds)).map(
      ({ said, recorded, ...row }) => ({
        ...row,
        said: formatInstant(said),
        recorded: formatInstant(recorded),
      }),
    ),
    events: (await programEventsOfPerson(db, { accountId, subscriberIds, most: MOST_EVENTS })).map(
      ({ recorded, details, ...event }) => ({
        ...event,
        recorded: formatInstant(recorded),
        values: JSON.parse(details),
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
    triggerMessages: triggerMessages.map(({ changed, ...message }) => ({
      ...message,
      changed: moment(changed),
    })),
    triggers: runs.map(({ entered, ended, ...run }) => ({
      ...run,
      entered: formatInstant(entered),
      ended: moment(ended),
    })),
    sandboxMessages: sandboxMessages.map(({ received, ...message }) => ({
      ...message,
      received: formatInstant(received),
    })),
    transactions: asked.transactions,
    rejectedTransactions: asked.rejectedRows,
    testGroups: testGroups.map(({ name }) => name),
    imports,
    ...mail,
    ...consents,
    ...(await smsOfPerson(db, these)),
  }
}

const moment = (text: string | null): string | null => (text === null ? null : formatInstant(text))

/** Non-empty fields, by their names in the account; by number where two share a name. */
function namedFields(
  joined: string,
  known: { field: string; name: string }[],
): Record<string, string> {
  const named: Record<string, string> = {}
  for (const [i, value] of joined.split(FIELD_SEPARATOR).slice(0, known.length).entries()) {
    const { field, name } = known[i]!
    if (value !== '') named[name in named ? field : name] = value
  }
  return named
}
