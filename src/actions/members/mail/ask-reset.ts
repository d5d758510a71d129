/**
 * A reset of a forgotten password: a link by mail. The answer is the same, and as fast, whether the
 * address is known or not (no user enumeration): the work is done after it.
 */
import type { Store } from '../../../db/db.ts'
import { peerOf } from '../../../domain/accounts/guessing/failures.ts'
import { personToReset, startMailedReset } from '../../../domain/members/entry/new-password.ts'
import { refused } from '../../../domain/refusal.ts'
import { createCallBuckets } from '../../../lib/call-buckets.ts'
import { emailKey } from '../../../lib/email-address.ts'
import { type MemberMail, mailLink, wayForLinks } from './mail-link.ts'

/**
 * Throws Refusal('not-now') if none can be mailed, or 'too-many-failures'. `proof`: the person asks
 * for it to confirm the address.
 */
export type AskReset = (email: string, peer: string, kind?: 'password' | 'proof') => Promise<void>

const HOUR = 3_600_000
/** Each makes an email to a person who may not want it. */
const MOST_OF_ADDRESS = 5
const MOST_OF_PEER = 30

export function createAskReset(
  db: Store,
  mail: MemberMail,
  report: (error: unknown) => void,
): AskReset {
  const addresses = createCallBuckets(MOST_OF_ADDRESS, HOUR)
  const peers = createCallBuckets(MOST_OF_PEER, HOUR)

  async function send(email: string, kind: 'password' | 'proof') {
    const person = await personToReset(db, email)
    if (!person) return
    const { id, account, language, email: to } = person
    const path = async () => `/console/password/${await startMailedReset(db, id)}`
    const failed = await mailLink(db, mail, { kind, to, path, account, language })
    if (failed) throw new Error(`A link for a new password was not sent: ${failed.trouble}`)
  }

  return async (email, address, kind = 'password') => {
    const found = await wayForLinks(db, mail.settings)
    if ('trouble' in found) throw refused('not-now', 'links-none')
    // Both are counted, and neither tells whether the address is known.
    const waits = [peers.take(peerOf(address)), addresses.take(emailKey(email))]
    if (waits.some(({ retryAfter }) => retryAfter !== undefined))
      throw refused('too-many-failures', 'links-many')
    void send(email, kind).catch(report)
  }
}
