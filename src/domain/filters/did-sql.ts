/**
 * Compiles tests about opens and clicks. They have three values: what a person did is known, that
 * they did not is known only if they are measured, and were in each email that is asked about.
 */
import { SOURCE } from '../../lib/source-kind.ts'
import type { MEASURES, Test } from './condition.ts'
import { type EMAILS, emailsOf, type Got, gotEmails, type Into, withinDays } from './people-sql.ts'
import type { StatementParts } from './statement-parts.ts'

type DidTest = Extract<Test, { did: unknown }>
type Measure = 'opens' | 'clicks'

/**
 * Whether a subscriber `s` is measured now: measured_as() = 'person', without comparing a text for
 * each person. The rule is read once.
 */
const isMeasured = (what: Measure): string =>
  `coalesce(s.${what}_agreed, (select t.unasked_${what} = 'person' from tenants t ` +
  'where t.account_id = $1))'

export const measuredSql = (what: (typeof MEASURES)[number]): string =>
  what === 'both' ? `(${isMeasured('opens')} and ${isMeasured('clicks')})` : isMeasured(what)

/** `possibly`: true where it is unknown, too. */
export function didSql(test: DidTest, into: StatementParts, possibly: boolean): string {
  const what = measureOf(test)
  if (test.did === 'unopened' || test.did === 'unclicked') {
    const set = into.peopleOf(test, () => undoneSql(test, into))
    return possibly ? `(${set}.id is not null)` : `(${set}.known is true and ${isMeasured(what)})`
  }
  const done = `${into.peopleOf(test, () => doneSql(test, into))}.id is not null`
  if (!possibly) return `(${done})`
  return `(${done} or not ${isMeasured(what)} or ${into.people(unmeasuredSql(test, into))}.id is not null)`
}

const measureOf = ({ did }: DidTest): Measure =>
  did === 'opened' || did === 'unopened' ? 'opens' : 'clicks'

const emailsAsked = ({ sending, newsletter, days }: DidTest): Got => {
  if (newsletter !== undefined) return { got: 'newsletter', id: newsletter, days }
  return sending === undefined ? { got: 'any', days } : { got: 'sending', id: sending, days }
}

/** Those who got such an email and did not; `known`: all of these were measured. */
function undoneSql(test: DidTest, into: Into): string {
  const columns = `d.id, d.${measureOf(test)}_unmeasured as blind, false as done`
  const { sending, trigger } = gotEmails(emailsAsked(test), into, columns)
  const got = trigger === undefined ? sending : `${sending} union all ${trigger}`
  return (
    'select g.id, bool_and(g.blind is not true) as known from ' +
    `(${got} union all select e.id, false, true from (${doneSql(test, into)}) e) g ` +
    'group by g.id having not bool_or(g.done)'
  )
}

/**
 * Those to whom such an email went without measuring them, whether or not it arrived: that is not
 * in the index, and looking it up costs a sixth of a count. Nothing is read where all always were.
 */
function unmeasuredSql(test: DidTest, into: Into): string {
  const { sending, trigger } = gotEmails(emailsAsked(test), into, 'd.id', '')
  const blind =
    ` and d.${measureOf(test)}_unmeasured and ` +
    '(select t.measuring_checked from tenants t where t.account_id = $1)'
  // One sending has each person once: without a sort or a hash of them the set is read in parallel.
  if (trigger === undefined && test.sending !== undefined) return sending + blind
  const got = trigger === undefined ? [sending] : [sending, trigger]
  return `select distinct u.id from (${got.map(select => select + blind).join(' union all ')}) u`
}

/** Those who did it; `unopened` is about opens, too. */
function doneSql(test: DidTest, { parameter, within }: Into): string {
  const { sending, newsletter, link, days } = test
  const isOpen = measureOf(test) === 'opens'
  const table = link === undefined ? 'engagements' : 'clicked_links'
  const acts = isOpen ? ' and e.views > 0' : ' and e.clicks > 0'
  const last = isOpen ? 'last_view_at' : 'last_click_at'
  const rest = acts + withinDays(`e.${last}`, days, parameter) + within('e.delivery_id')
  const from = `select distinct e.delivery_id as id from ${table} e where e.account_id = $1`
  if (newsletter !== undefined) {
    const ofNewsletter = ` and m.newsletter_id = ${parameter(newsletter)}::bigint`
    const of = (source: keyof typeof EMAILS) =>
      `${from}${emailsOf('e', source, ofNewsletter)}${rest}`
    return `${of('sending')} union ${of('trigger')}`
  }
  if (sending === undefined) return `${from} and e.source_kind in (1, 2)${rest}`
  const ofLink = link === undefined ? '' : ` and e.link = ${parameter(link)}::int`
  return (
    `${from} and e.source_kind = ${SOURCE.sending} and ` +
    `e.source_id = ${parameter(sending)}::bigint${ofLink}${rest}`
  )
}
