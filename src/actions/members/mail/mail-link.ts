/**
 * Mails a member their link, by the first usable relay or by the project of system emails. Without
 * either the caller gets the reason: the link is shown, or the command makes one.
 */
import type { Db, Store } from '../../../db/db.ts'
import { type Detail, detailed } from '../../../domain/details/details.ts'
import { type RecordedTrouble, troubleOf } from '../../../domain/details/recorded.ts'
import type { RelayAddress } from '../../../mail/smtp/url.ts'
import { knownRoutes, type RelaySettings } from '../../relays/known-routes.ts'
import { firstSender, type MailOrigins, sendOneEmail } from '../../relays/one-email.ts'
import { linkEmail, type MemberLinkKind } from './link-texts.ts'
import { mailByProject, type SystemProject } from './system-project.ts'

export interface MemberMail {
  settings: RelaySettings
  origins: MailOrigins
  /** Undefined: the sender of the account's first list. */
  from: string | undefined
}

export interface MemberLink {
  kind: MemberLinkKind
  to: string
  /** Makes the link once it can be mailed, and returns its path: /console/invitation/... */
  path(): Promise<string>
  account: { id: number; username: string }
  language: string
}

/** The caller waits for it. */
const TIME_OUTS = { connect: 5_000, greeting: 10_000, hello: 10_000, mail: 10_000, rcpt: 10_000 }

/**
 * The relay for links, or the project that they go through, or why there is neither. Links in
 * emails begin with PUBLIC_URL, never with the Host header of a request: an attacker may ask for a
 * password (host header injection).
 */
export async function wayForLinks(
  db: Db,
  settings: RelaySettings,
): Promise<{ relay: RelayAddress } | { project: SystemProject } | { trouble: Detail }> {
  if (settings.publicUrl === undefined) return { trouble: detailed('links-no-origin') }
  if (settings.systemProject) return { project: settings.systemProject }
  const usable = (await knownRoutes(db, settings)).find(
    ({ address, row }) => address && !row?.pausedAt,
  )
  return usable?.address ? { relay: usable.address } : { trouble: detailed('links-no-relay') }
}

/** Undefined if the relay has taken it; else why not, in sentences. */
export const mailLink = (
  db: Store,
  mail: MemberMail,
  { kind, language, ...to }: MemberLink,
): Promise<RecordedTrouble | undefined> =>
  mailMember(db, mail, to, link =>
    linkEmail(kind, language, { account: to.account.username, link }),
  )

/** An email to a member, with a link to a page. Undefined if the relay has taken it. */
export async function mailMember(
  db: Store,
  { settings, origins, from: given }: MemberMail,
  { to, path, account }: Pick<MemberLink, 'to' | 'path' | 'account'>,
  written: (link: string) => { subject: string; text: string },
): Promise<RecordedTrouble | undefined> {
  const found = await wayForLinks(db, settings)
  if ('trouble' in found) return troubleOf([found.trouble])
  const message = async () => ({ to, ...written(settings.publicUrl + (await path())) })
  if ('project' in found)
    return mailByProject(db, found.project, { from: given, ...(await message()) })
  const from = given ?? (await firstSender(db, account.id))
  if (from === undefined) return troubleOf([detailed('links-no-sender')])
  // The sender of a list is the account's: a bounce to it would bring the link there.
  const envelopeFrom = given ?? ''
  const email = { from, envelopeFrom, ...(await message()) }
  const sent = await sendOneEmail(db, settings, origins, account.id, found.relay, email, {
    timeOuts: TIME_OUTS,
  })
  const { outcome, text, causes } = sent.verdict
  if (outcome === 'accepted') return undefined
  return troubleOf(
    causes ? [detailed('email-not-taken'), ...causes] : [detailed('email-refused', { says: text })],
  )
}
