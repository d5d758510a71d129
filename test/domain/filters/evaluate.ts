/**
 * Filters evaluated plainly, one person in memory: the oracle for the SQL. Written without looking
 * at it.
 */

import {
  type Condition,
  isEventColumn,
  type Order,
  type Test,
} from '../../../src/domain/filters/condition.ts'
import { isNamePart, namePart } from '../../../src/lib/name-parts.ts'

export interface Person {
  id: number
  email: string
  name: string
  format: 'html' | 'text'
  country: string
  phone: string
  fields: string[]
  lists: number[]
  /** Onto lists 1, 2, 3; of those in `imported` by the import of that number. */
  joinedDaysAgo: number[]
  imported: number[]
  signedUp: { form: number; lists: number[]; daysAgo: number }[]
  /** From sending 1 on of newsletter 1, from 2 on of newsletter 2; as deliveries have it. */
  got: {
    kind: 'sending' | 'trigger'
    source: number
    state: string
    daysAgo: number
    unmeasured: { opens: boolean; clicks: boolean }
  }[]
  /** By their own answer; null: not asked. */
  agreed: { opens: boolean | null; clicks: boolean | null }
  bounces: { kind: 'hard' | 'soft'; daysAgo: number; counts: boolean }[]
  /** Of sendings: -1 days for never. */
  engagements: { sending: number; openedDaysAgo: number; clickedDaysAgo: number }[]
  links: { sending: number; link: number; daysAgo: number }[]
}

/** Of whom it is known. Who was not asked is measured. */
export const matches = (person: Person, condition: Condition, today: string): boolean =>
  known(person, condition, today) === true

/** By Kleene's logic; undefined: unknown, as the person is not measured. */
export function known(person: Person, condition: Condition, today: string): boolean | undefined {
  const values = (parts: Condition[]) => parts.map(part => known(person, part, today))
  if ('all' in condition) {
    const all = values(condition.all)
    return all.includes(false) ? false : all.includes(undefined) ? undefined : true
  }
  if ('any' in condition) {
    const any = values(condition.any)
    return any.includes(true) ? true : any.includes(undefined) ? undefined : false
  }
  if ('not' in condition) {
    const value = known(person, condition.not, today)
    return value === undefined ? undefined : !value
  }
  const passed = passes(person, condition, today)
  if (!('did' in condition)) return passed
  const isUndone = condition.did === 'unopened' || condition.did === 'unclicked'
  // What they did is known, and so is who got nothing.
  if (passed !== isUndone) return passed
  return sees(person, condition, isUndone) ? passed : undefined
}

/** `onlyGot`: only emails that arrived are asked about. */
function sees(person: Person, test: Extract<Test, { did: unknown }>, onlyGot: boolean): boolean {
  const what = test.did === 'opened' || test.did === 'unopened' ? 'opens' : 'clicks'
  if (person.agreed[what] === false) return false
  return !person.got.some(
    email =>
      email.unmeasured[what] &&
      (test.newsletter === undefined || email.source === test.newsletter) &&
      (test.sending === undefined || (email.kind === 'sending' && email.source === test.sending)) &&
      (!onlyGot || ['accepted', 'handed over', 'uncertain'].includes(email.state)) &&
      (test.days === undefined || email.daysAgo < test.days),
  )
}

function passes(person: Person, test: Test, today: string): boolean {
  if ('list' in test) return person.lists.includes(test.list)
  // Of the lists of the crowd everybody was on all.
  if ('left' in test)
    return (test.left === 'any' ? [1, 2, 3] : [test.left]).some(one => !person.lists.includes(one))
  if ('measured' in test) {
    const { opens, clicks } = person.agreed
    const asked = { both: [opens, clicks], opens: [opens], clicks: [clicks] }[test.measured]
    return !asked.includes(false)
  }
  if ('bounced' in test)
    return person.bounces.some(
      ({ kind, daysAgo, counts }) =>
        counts &&
        (test.bounced === 'any' || kind === test.bounced) &&
        (test.days === undefined || daysAgo < test.days),
    )
  if ('joined' in test) return hasJoined(person, test)
  if ('got' in test)
    return person.got.some(
      ({ kind, source, state, daysAgo }) =>
        (test.got === 'any' ||
          (source === test.id && (test.got === 'newsletter' || kind === 'sending'))) &&
        ['accepted', 'handed over', 'uncertain'].includes(state) &&
        (test.days === undefined || daysAgo < test.days),
    )
  if ('did' in test) {
    if (test.link !== undefined)
      return person.links.some(
        ({ sending, link, daysAgo }) =>
          link === test.link &&
          sending === test.sending &&
          (test.days === undefined || daysAgo < test.days),
      )
    const { did, newsletter, days } = test
    if (did === 'unopened' || did === 'unclicked') {
      const what = { ...(days !== undefined && { days }) }
      const got =
        newsletter !== undefined
          ? { got: 'newsletter' as const, id: newsletter }
          : test.sending !== undefined
            ? { got: 'sending' as const, id: test.sending }
            : { got: 'any' as const }
      const act = did === 'unopened' ? 'opened' : 'clicked'
      return (
        passes(person, { ...got, ...what }, today) && !passes(person, { ...test, did: act }, today)
      )
    }
    return person.engagements.some(engagement => {
      const ago = did === 'opened' ? engagement.openedDaysAgo : engagement.clickedDaysAgo
      if (test.newsletter !== undefined && engagement.sending !== test.newsletter) return false
      if (ago < 0 || (test.sending !== undefined && engagement.sending !== test.sending))
        return false
      return test.days === undefined || ago < test.days
    })
  }
  const value = heldIn(person, test.column)
  if ('empty' in test) return value === ''
  if ('number' in test) {
    const text = value.trim().replace(',', '.')
    return (
      /^[+-]?\d{1,15}(\.\d{1,6})?$/.test(text) &&
      ordered(Number(text) - Number(test.value), test.number)
    )
  }
  if ('date' in test) {
    const day = /^\s*(\d{4}-\d\d-\d\d)/.exec(value)?.[1]
    const wanted = typeof test.value === 'string' ? test.value : plusDays(today, test.value)
    return day !== undefined && ordered(day < wanted ? -1 : day > wanted ? 1 : 0, test.date)
  }
  const lower = value.toLowerCase()
  return test.values.some(given => {
    const wanted = given.toLowerCase()
    if (test.text === '=') return lower === wanted
    if (test.text === 'contains') return lower.includes(wanted)
    return test.text === 'begins' ? lower.startsWith(wanted) : lower.endsWith(wanted)
  })
}

/** Import 1 put on list 1, and so on. Days begin at +01:00. */
function hasJoined(
  { joinedDaysAgo, imported, signedUp }: Person,
  { joined, import: importId, form, since, days }: Extract<Test, { joined: unknown }>,
): boolean {
  const inTime = (daysAgo: number) =>
    (days === undefined || daysAgo < days) && (since === undefined || dayBefore(daysAgo) >= since)
  if (form !== undefined)
    return signedUp.some(
      one =>
        one.form === form &&
        (joined === 'any' || one.lists.includes(joined)) &&
        inTime(one.daysAgo),
    )
  return [1, 2, 3].some(
    list =>
      (joined === 'any' || list === joined) &&
      (importId === undefined || (list === importId && imported.includes(list))) &&
      inTime(joinedDaysAgo[list - 1]!),
  )
}

/** The day that was so many days ago. */
const dayBefore = (daysAgo: number): string =>
  new Date(Date.now() + 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10)

function heldIn(person: Person, column: Extract<Test, { column: unknown }>['column']): string {
  if (typeof column === 'number') return person.fields[column - 1] ?? ''
  if (column === 'domain') return person.email.split('@').at(-1)!
  if (isEventColumn(column)) return ''
  if (isNamePart(column)) return namePart(person.name, person.fields, column)
  return person[column]
}

function ordered(difference: number, order: Order): boolean {
  if (order === '=') return difference === 0
  if (order === '<') return difference < 0
  if (order === '<=') return difference <= 0
  return order === '>' ? difference > 0 : difference >= 0
}

/** Days are those of +01:00. */
export const todayThere = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
