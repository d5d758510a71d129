/**
 * Routing of emails: by account, list, kind and sender domain, so that the bad emails of one tenant
 * pause its own route and no other. The most specific rule decides; a route with rules takes
 * nothing else, and emails without a rule go by the routes without rules.
 */
import { atomically, type Db, type Store, type Tx } from '../../db/db.ts'
import { repeatedAfterOthers } from '../../db/unique-violation.ts'
import { asciiDomain, domainOf, isEmailAddress } from '../../lib/email-address.ts'
import { INSTALLATION, recordChange } from '../audit/record.ts'
import { refused, type Violation, violationsOf } from '../refusal.ts'
import { routeNamed } from './keep-route.ts'
import { addRouteRule, removeRouteRule, rewriteRouteRule, routeRules } from './route-rules.sql.ts'

export const EMAIL_KINDS = ['newsletter', 'test', 'trigger', 'transaction', 'reply'] as const
/** `reply`: a subscriber's reply that is forwarded to the account. */
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** The facts about an email for rules. */
export interface RoutedEmail {
  accountId: number
  listId: number | null
  kind: EmailKind
  /** In its ASCII form, as senderDomainOf() gives it. */
  senderDomain: string
}

/** The criteria of a rule for emails; null: any. */
export interface RouteCriteria {
  ofAccount: number | null
  ofList: number | null
  kind: string | null
  senderDomain: string | null
}

export interface RouteRule extends RouteCriteria {
  id: number
  routeId: number
}

/** Read by every worker every two seconds. */
const MOST_RULES = 1000

export const senderDomainOf = (fromEmail: string): string =>
  asciiDomain(domainOf(fromEmail).toLowerCase())

const criteriaOf = ({ ofAccount, ofList, kind, senderDomain }: RouteCriteria) => [
  ofAccount,
  ofList,
  kind,
  senderDomain,
]

function concerns(rule: RouteCriteria, email: RoutedEmail): boolean {
  const facts = [email.accountId, email.listId, email.kind, email.senderDomain]
  return criteriaOf(rule).every((wanted, i) => wanted === null || wanted === facts[i])
}

/** The number of criteria: more are more specific. */
export const specificity = (rule: RouteCriteria): number =>
  criteriaOf(rule).filter(wanted => wanted !== null).length

/**
 * The most specific rules that concern an email, of several with as many criteria all; empty if
 * there is none.
 */
export function rulesFor(rules: readonly RouteRule[], email: RoutedEmail): RouteRule[] {
  const found = rules.filter(rule => concerns(rule, email))
  const most = Math.max(0, ...found.map(specificity))
  return found.filter(rule => specificity(rule) === most)
}

/** The test of a route's number: whether that route may take the email. */
export function routeFilter(
  rules: readonly RouteRule[],
  email: RoutedEmail,
): (routeId: number) => boolean {
  const own = new Set(rulesFor(rules, email).map(({ routeId }) => routeId))
  const withRules = new Set(rules.map(({ routeId }) => routeId))
  return own.size > 0 ? routeId => own.has(routeId) : routeId => !withRules.has(routeId)
}

function checkSpecific(given: RouteCriteria): void {
  if (specificity(given) === 0) throw refused('not-valid', 'rule-empty')
}

/** Refuses criteria that are none. */
function checkedCriteria(given: RouteCriteria): RouteCriteria {
  checkSpecific(given)
  const { kind } = given
  if (kind !== null && !EMAIL_KINDS.some(known => known === kind))
    throw refused('not-valid', 'rule-kind', {
      name: kind.trim().slice(0, 60),
      known: EMAIL_KINDS.join(', '),
    })
  return { ...given, senderDomain: checkedDomain(given.senderDomain) }
}

/** Of the criteria that are there; schemas know the kinds. */
export const violationsOfRouteRule = (given: Partial<RouteCriteria>): Violation[] => {
  const { ofAccount, ofList, kind, senderDomain } = given
  return violationsOf([
    [['senderDomain'], () => senderDomain !== undefined && checkedDomain(senderDomain)],
    [
      [],
      () =>
        ofAccount !== undefined &&
        ofList !== undefined &&
        kind !== undefined &&
        senderDomain !== undefined &&
        checkSpecific({ ofAccount, ofList, kind, senderDomain }),
    ],
  ])
}

const isTwin = (rule: RouteRule, routeId: number, criteria: RouteCriteria): boolean =>
  rule.routeId === routeId && criteriaOf(rule).join() === criteriaOf(criteria).join()

/** Adds a rule to a route and returns its number. */
export async function keepRouteRule(
  db: Store,
  routeName: string,
  given: RouteCriteria,
): Promise<number> {
  const criteria = checkedCriteria(given)
  const keep = async (tx: Tx): Promise<number> => {
    const { id: routeId } = await routeNamed(tx, routeName)
    const rules = await routeRules(tx, {})
    const twin = rules.find(rule => isTwin(rule, routeId, criteria))
    if (twin) return twin.id
    if (rules.length >= MOST_RULES) throw refused('not-valid', 'rules-many', { most: MOST_RULES })
    const { id } = await addRouteRule(tx, { routeId, ...criteria })
    const after = { route: routeName, ...criteria }
    await recordChange(tx, INSTALLATION, { action: 'route-rule.add', id, after })
    return id
  }
  // With its snapshot a twin that has come since takes the same number, and refuses this one.
  return repeatedAfterOthers(() => atomically(db, keep, { isolation: 'repeatable read' }))
}

export interface RuleChanges extends Partial<RouteCriteria> {
  /** The name of another route. */
  route?: string | undefined
}

/** Changes a rule; refuses to make it that of another. */
export async function changeRouteRule(
  db: Db,
  ruleId: number,
  { route, ...changes }: RuleChanges,
): Promise<void> {
  await atomically(db, async tx => {
    const rules = await routeRules(tx, {})
    const old = rules.find(({ id }) => id === ruleId)
    if (!old) throw unknownRule(ruleId)
    const { id: _, routeId: _route, ...before } = old
    const criteria = checkedCriteria({ ...before, ...changes })
    const routeId = route === undefined ? old.routeId : (await routeNamed(tx, route)).id
    const twin = rules.find(rule => rule.id !== ruleId && isTwin(rule, routeId, criteria))
    if (twin) throw refused('not-valid', 'rule-twin', { id: twin.id })
    await rewriteRouteRule(tx, { ruleId, routeId, ...criteria })
    const after = { ...(route !== undefined && { route }), ...criteria }
    await recordChange(tx, INSTALLATION, { action: 'route-rule.edit', id: ruleId, before, after })
  })
}

const unknownRule = (id: number) =>
  refused('not-valid', 'rule-none', { id }).atShell('see', 'pennypost route-rule list')

function checkedDomain(given: string | null): string | null {
  if (given === null) return null
  const domain = given.trim()
  if (isEmailAddress(`a@${domain}`)) return asciiDomain(domain.toLowerCase())
  throw refused('not-valid', 'rule-domain', { name: domain.slice(0, 60) })
}

export async function dropRouteRule(db: Db, ruleId: number): Promise<void> {
  await atomically(db, async tx => {
    if (!(await removeRouteRule(tx, { ruleId }))) throw unknownRule(ruleId)
    await recordChange(tx, INSTALLATION, { action: 'route-rule.remove', id: ruleId })
  })
}
