/** Compiles the tests of a condition that are about other tables than subscribers. */
import { SOURCE } from '../../lib/source-kind.ts'
import type { Test } from './condition.ts'
import type { StatementParts } from './statement-parts.ts'

type PeopleTest = Exclude<Test, { column: unknown } | { did: unknown } | { measured: unknown }>
export type Into = Pick<StatementParts, 'parameter' | 'within'>

/**
 * Tests on other tables are joined as sets, not evaluated per subscriber: a set is computed in one
 * pass, in parallel, independent of the rest of the condition, or, for a single subscriber, by
 * their id. For sendings (1) and emails of triggers (2) the delivery's id is the subscriber's.
 */
export function peopleSql(test: PeopleTest, into: Into, isNegated: boolean): string {
  const { parameter, within } = into
  if ('list' in test)
    return (
      // Each is there once. But in an anti join of the table itself the planner may hash the
      // subscribers instead, with all their fields, of whose width it knows nothing.
      `select ${isNegated ? 'distinct ' : ''}j.subscriber_id as id from subscriptions j where ` +
      `j.account_id = $1 and j.list_id = ${parameter(test.list)}::int and ` +
      'j.unsubscribed_at is null' +
      within('j.subscriber_id')
    )
  if ('left' in test) return leftSql(test, into)
  if ('joined' in test)
    return test.form === undefined ? joinedSql(test, into) : signedUpSql(test, test.form, into)
  if ('got' in test) return gotSql({ got: test.got, id: test.id, days: test.days }, into)
  const kind = test.bounced === 'any' ? '' : ` and b.kind = ${parameter(test.bounced)}::text`
  return (
    'select distinct b.subscriber_id as id from bounces b where b.account_id = $1 and ' +
    'b.subscriber_id is not null and ' +
    `b.counts${kind}${withinDays('b.received_at', test.days, parameter)}` +
    within('b.subscriber_id')
  )
}

/** Where the emails of sendings and of triggers stand. */
export const EMAILS = { sending: 'sendings', trigger: 'trigger_messages' } as const

/** Keeps deliveries, or what is known of them, to such emails; `more` is about `m`. */
export const emailsOf = (of: string, source: keyof typeof EMAILS, more = ''): string =>
  ` and ${of}.source_kind = ${SOURCE[source]} and ${of}.source_id in (select m.id from ` +
  `${EMAILS[source]} m where m.account_id = $1${more})`

/** The states of an email that arrived, or may have. */
const GOT = ` and d.state in ('accepted', 'handed over', 'uncertain')`

/**
 * Each once. Of sendings only those that went on in the time are looked at: the ledger has no index
 * by time, and begins with the sending.
 */
function gotSql(asked: Got, into: Into): string {
  const { sending, trigger } = gotEmails(asked, into, 'distinct d.id')
  return trigger === undefined ? sending : `${sending} union ${trigger}`
}

export interface Got {
  got: Extract<Test, { got: unknown }>['got']
  id?: number | undefined
  days?: number | undefined
}

/**
 * The columns of such emails `d`: of sendings, and, unless one is named, of triggers. `states`: by
 * default of those that arrived; '' for all.
 */
export function gotEmails(
  { got, id, days }: Got,
  { parameter, within }: Into,
  columns: string,
  states = GOT,
): { sending: string; trigger?: string } {
  const named = id === undefined ? '' : `${parameter(id)}::bigint`
  const since = withinDays('d.changed_at', days, parameter)
  const ofSending =
    ' and not m.test and m.planned_at is not null' +
    (got === 'newsletter' ? ` and m.newsletter_id = ${named}` : '') +
    withinDays(`coalesce(m.finished_at, 'infinity')`, days, parameter)
  const ofTrigger = got === 'newsletter' ? ` and m.newsletter_id = ${named}` : ''
  const select = `select ${columns} from deliveries d where d.account_id = $1`
  const rest = states + since + within('d.id')
  // Asked once of the sending, not of each of its emails.
  if (got === 'sending')
    return {
      sending:
        `${select} and d.source_kind = ${SOURCE.sending} and d.source_id = ${named} and exists ` +
        `(select from sendings m where m.account_id = $1 and m.id = ${named}${ofSending})${rest}`,
    }
  const of = (source: keyof typeof EMAILS, more: string) =>
    select + emailsOf('d', source, more) + rest
  return { sending: of('sending', ofSending), trigger: of('trigger', ofTrigger) }
}

/** By a subscription's time: whoever an import put on its list has the time of one of its parts. */
function joinedSql(
  { joined, import: importId, since, days }: Extract<Test, { joined: unknown }>,
  { parameter, within }: Into,
): string {
  const all =
    'select distinct j.subscriber_id as id from subscriptions j where j.account_id = $1' +
    (joined === 'any' ? '' : ` and j.list_id = ${parameter(joined)}::int`) +
    sinceDay('j.subscribed_at', since, parameter) +
    withinDays('j.subscribed_at', days, parameter) +
    within('j.subscriber_id')
  if (importId === undefined) return all
  const imported = `m.account_id = $1 and m.import_id = ${parameter(importId)}::bigint`
  return (
    `${all} and j.list_id = (select i.list_id from imports i where i.account_id = $1 and ` +
    `i.id = ${parameter(importId)}::bigint) and j.subscribed_at in (select m.subscribed_at from ` +
    `import_parts m where ${imported})`
  )
}

/** By the proof of consent that a confirmed sign-up left. */
function signedUpSql(
  { joined, since, days }: Extract<Test, { joined: unknown }>,
  formId: number,
  { parameter, within }: Into,
): string {
  return (
    'select distinct c.subscriber_id as id from consent_proofs c where c.account_id = $1 and ' +
    `c.subscriber_id is not null and c.form_id = ${parameter(formId)}::bigint` +
    (joined === 'any' ? '' : ` and ${parameter(joined)}::int = any (c.list_ids)`) +
    sinceDay('c.confirmed_at', since, parameter) +
    withinDays('c.confirmed_at', days, parameter) +
    within('c.subscriber_id')
  )
}

/** Each once: of a list those who left it, otherwise those who left one or opted out of all. */
function leftSql(
  { left, days }: Extract<Test, { left: unknown }>,
  { parameter, within }: Into,
): string {
  const ofLists =
    'select distinct j.subscriber_id as id from subscriptions j where j.account_id = $1 and ' +
    'j.unsubscribed_at is not null' +
    (left === 'any' ? '' : ` and j.list_id = ${parameter(left)}::int`) +
    withinDays('j.unsubscribed_at', days, parameter) +
    within('j.subscriber_id')
  if (left !== 'any') return ofLists
  const ofAll =
    'select o.id from subscribers o where o.account_id = $1 and o.opted_out_at is not null' +
    withinDays('o.opted_out_at', days, parameter) +
    within('o.id')
  return `${ofLists} union ${ofAll}`
}

export const withinDays = (
  column: string,
  days: number | undefined,
  parameter: StatementParts['parameter'],
): string =>
  days === undefined ? '' : ` and ${column} >= now() - ${parameter(days)}::int * interval '1 day'`

/** Days begin at +01:00. */
const sinceDay = (
  column: string,
  day: string | undefined,
  parameter: StatementParts['parameter'],
): string =>
  day === undefined
    ? ''
    : ` and ${column} >= timezone(interval '1 hour', ${parameter(day)}::date::timestamp)`
