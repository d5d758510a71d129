/** What somebody may do in an account: the rights, and the roles that have them. */

/**
 * - read: see lists, subscribers, newsletters, reports.
 * - content: write newsletters and templates, and send test emails.
 * - people: change subscribers, lists, filters, opt-outs, imports and triggers.
 * - send: send emails and SMS, and steer sendings.
 * - own: keys, members, webhooks, credits, domains.
 * - operate: routes, the store, settings: the installation, not an account.
 */
export const RIGHTS = ['read', 'content', 'people', 'send', 'own', 'operate'] as const

export type Right = (typeof RIGHTS)[number]

export const isRight = (text: string): text is Right => (RIGHTS as readonly string[]).includes(text)
