/** Authorisation in an account: the rights, and the roles that have them. */
import type { ConsoleSession } from '../accounts/session.ts'

/**
 * - read: see lists, subscribers, newsletters, reports.
 * - content: write newsletters and templates, and send test emails.
 * - people: change subscribers, lists, filters, opt-outs, imports and triggers.
 * - send: send emails and SMS, and steer sendings.
 * - own: keys, members, webhooks, domains; credits and prices of an account that is alone.
 * - operate: routes, the store, settings: the installation, not an account.
 */
export const RIGHTS = ['read', 'content', 'people', 'send', 'own', 'operate'] as const

export type Right = (typeof RIGHTS)[number]

export const isRight = (text: string): text is Right => (RIGHTS as readonly string[]).includes(text)

/** Operating the installation is no matter of a role: a person has it apart. */
const ROLE_RIGHTS = {
  viewer: ['read'],
  writer: ['read', 'content'],
  editor: ['read', 'content', 'people', 'send'],
  owner: ['read', 'content', 'people', 'send', 'own'],
} as const satisfies Record<string, readonly Right[]>

export type Role = keyof typeof ROLE_RIGHTS

export const ROLES = Object.keys(ROLE_RIGHTS) as Role[]

export const rightsOfRole = (role: Role): readonly Right[] => ROLE_RIGHTS[role]

const isRole = (text: string): text is Role => Object.hasOwn(ROLE_RIGHTS, text)

/** Of a member. A role that this release does not know has none. */
export function rightsOfMember(role: string, operator: boolean): ReadonlySet<Right> {
  const ofRole: readonly Right[] = isRole(role) ? ROLE_RIGHTS[role] : []
  return new Set(operator ? [...ofRole, 'operate'] : ofRole)
}

/**
 * The account's own name and password, and its login links, open everything in the account; the
 * installation only while it is the only account.
 */
export const rightsOfAccount = (alone: boolean): ReadonlySet<Right> =>
  rightsOfMember('owner', alone)

export function rightsOfSession({
  member,
  alone,
  wants,
}: Pick<ConsoleSession, 'member' | 'alone' | 'wants'>): ReadonlySet<Right> {
  if (wants !== undefined) return new Set()
  return member ? rightsOfMember(member.role, member.operator) : rightsOfAccount(alone)
}
