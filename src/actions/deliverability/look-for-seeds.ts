/** Looks into the mailboxes of a seed test: where its emails lie, and how they were judged. */

import { inboxes } from '../../domain/bounces/messages/inboxes.sql.ts'
import { sealedFor } from '../../domain/bounces/messages/keep-inbox.ts'
import {
  claimLook,
  keepPlace,
  seedEmails,
  settleLook,
} from '../../domain/deliverability/seed-tests.sql.ts'
import { recordedDetails } from '../../domain/details/recorded.ts'
import { domainOf } from '../../lib/email-address.ts'
import { formatInstant } from '../../lib/instant.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { readMessageId } from '../../mail/links/links.ts'
import { findMail } from '../../mail/mailbox/imap.ts'
import { MailboxTrouble } from '../../mail/mailbox/line-client.ts'
import type { FetchLimits } from '../../mail/mailbox/mailbox.ts'
import { authenticationOf } from '../../mail/mime/authentication-results.ts'
import { readMime } from '../../mail/mime/structure.ts'
import type { ActionCall } from '../action.ts'
import { readAddress } from '../mailboxes/keep-mailbox.ts'

type SeedEmail = Awaited<ReturnType<typeof seedEmails>>[number]

/** Of a message its beginning, which holds the header; the times in milliseconds. */
const LIMITS: FetchLimits = {
  size: 64 << 10,
  keep: 64 << 10,
  most: 20,
  idle: 10_000,
  total: 30_000,
}
/** Mailboxes of a call, and those read at a time: a call ends within two minutes. */
const MOST_MAILBOXES = 12
const AT_ONCE = 4
/** After that an email that was not found is missing. */
const LOOKED_FOR_HOURS = 24
const HOUR = 3_600_000

export const isLookedFor = ({ changedAt, placement }: SeedEmail): boolean =>
  placement === null &&
  changedAt !== null &&
  Date.now() - Date.parse(formatInstant(changedAt)) < LOOKED_FOR_HOURS * HOUR

/** Returns when the mailboxes were read, or could not be. */
export async function lookForSeeds(call: ActionCall, sendingId: number): Promise<void> {
  const { db, account } = call
  const emails = await seedEmails(db, { accountId: account.id, sendingIds: [sendingId] })
  const places = createSemaphore(AT_ONCE)
  const due = emails
    .filter(one => one.state === 'accepted' && isLookedFor(one))
    .sort((one, other) => (one.lookedAt ?? '').localeCompare(other.lookedAt ?? ''))
    .slice(0, MOST_MAILBOXES)
  await Promise.all(due.map(one => places.run(() => look(call, one))))
}

async function look(call: ActionCall, email: SeedEmail): Promise<void> {
  const { db, account, keyOf } = call
  const key = { accountId: account.id, sendingId: email.sendingId, address: email.address }
  if ((await claimLook(db, key)) === 0) return
  const known = await inboxes(db, { accountId: email.inboxAccountId })
  const inbox = known.find(({ id }) => id === email.inboxId)
  if (!inbox) return
  const address = readAddress((await call.sealer()).open(inbox.sealedUrl, sealedFor).toString())
  const isOurs = async (content: Buffer) => {
    const messageId = readMime(content)[0]!.fields.get('message-id')?.[0]?.slice(0, 500) ?? ''
    const ref = await readMessageId(messageId, keyOf)
    return ref?.accountId === account.id && ref.of === 'test' && ref.ofId === email.sendingId
  }
  // SEARCH has days, in the zone of the server.
  const since = new Date(Date.parse(formatInstant(email.changedAt!)) - 24 * HOUR)
  try {
    const limits = { ...LIMITS, signal: call.gone() }
    const found = await findMail(address, limits, since, ({ content }) => isOurs(content))
    if (!found) return void (await settleLook(db, { ...key, trouble: null }))
    const { placement, folder, arrived, content } = found
    const domain = domainOf(email.address)
    const said = authenticationOf(readMime(content)[0]!.fields, [domain, address.host])
    const { authserv = null, spf = null, dkim = null, dmarc = null } = said ?? {}
    await keepPlace(db, { ...key, placement, folder, arrived, authserv, spf, dkim, dmarc })
  } catch (error) {
    if (!(error instanceof MailboxTrouble)) throw error
    await settleLook(db, { ...key, trouble: recordedDetails(error.sentences) })
  }
}
