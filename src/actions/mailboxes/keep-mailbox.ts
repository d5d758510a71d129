/** Mailboxes that bounces are fetched from: added by their address, and tried. */
import type { Store } from '../../db/db.ts'
import {
  changeInbox,
  inboxOf,
  keepInbox,
  sealedFor,
} from '../../domain/bounces/messages/keep-inbox.ts'
import { detailed } from '../../domain/details/details.ts'
import { type RecordedTrouble, troubleOf } from '../../domain/details/recorded.ts'
import {
  refusedFor,
  type Violation,
  violationsOf,
  violationsOfValues,
} from '../../domain/refusal.ts'
import type { Sealer } from '../../lib/secrets.ts'
import type { ServerCertificate } from '../../lib/server-certificate.ts'
import { countImap } from '../../mail/mailbox/imap.ts'
import { MailboxTrouble } from '../../mail/mailbox/line-client.ts'
import {
  type MailboxCount,
  type MailboxStep,
  USUAL_FETCH_LIMITS,
} from '../../mail/mailbox/mailbox.ts'
import { countPop3 } from '../../mail/mailbox/pop3.ts'
import {
  describeMailbox,
  type MailboxAddress,
  MailboxUrlError,
  mailboxUrlError,
  readMailboxUrl,
} from '../../mail/mailbox/url.ts'

/** A manual check has shorter time-outs than a worker. */
const LIMITS = { ...USUAL_FETCH_LIMITS, idle: 10_000, total: 30_000 }

/** Of an address, in characters: with the tokens of OAuth 2. */
export const MOST_ADDRESS = 10_000

interface NewMailbox {
  /** imaps://user:password@host/INBOX, pop3s://user:password@host */
  url: string
  everySeconds: number
  seedAddress?: string | undefined
}

/** Refuses an address that is none. `shown` is without the password. */
export async function addMailbox(
  db: Store,
  sealer: Sealer,
  accountId: number,
  { url, everySeconds, seedAddress }: NewMailbox,
): Promise<{ id: number; shown: string }> {
  const address = readAddress(url)
  if (seedAddress !== undefined) checkSeedProtocol(address)
  const shown = describeMailbox(address)
  const inbox = { url, shown, everySeconds, seedAddress }
  return { id: await keepInbox(db, sealer, accountId, inbox), shown }
}

function checkSeedProtocol({ protocol }: MailboxAddress): void {
  if (protocol === 'pop3') throw refusedFor('not-valid', detailed('seed-needs-imap'))
}

/** Of the values that are there; schemas know the intervals. */
export function violationsOfMailbox({ url, seedAddress }: Partial<NewMailbox>): Violation[] {
  const ofUrl = violationsOfValues({ url }, { url: readAddress })
  if (url === undefined || seedAddress === undefined || ofUrl.length > 0) return ofUrl
  return violationsOf([[['seedAddress'], () => checkSeedProtocol(readAddress(url))]])
}

interface MailboxChanges {
  url?: string | undefined
  everySeconds?: number | undefined
}

/** Another address or password, or how often it is checked. Returns its address to be shown. */
export async function changeMailbox(
  db: Store,
  sealer: Sealer,
  accountId: number,
  id: number,
  { url, everySeconds }: MailboxChanges,
): Promise<string> {
  const { seedAddress, shown } = await inboxOf(db, accountId, id)
  const address = url === undefined ? undefined : readAddress(url)
  if (address && seedAddress !== null) checkSeedProtocol(address)
  const next = address && url !== undefined ? { url, shown: describeMailbox(address) } : undefined
  await changeInbox(db, sealer, accountId, id, { ...next, everySeconds })
  return next?.shown ?? shown
}

export interface MailboxCheck extends RecordedTrouble {
  shown: string
  /** Null: it can't be read. */
  counted: MailboxCount | null
  /** Up to the one that failed. */
  steps: { step: MailboxStep; passed: boolean }[]
  certificate: ServerCertificate | null
}

/** Logs in and counts; nothing is fetched or changed. */
export async function countMailbox(
  db: Store,
  sealer: Sealer,
  accountId: number,
  id: number,
): Promise<MailboxCheck> {
  const { sealedUrl, validity, lastUid, shown } = await inboxOf(db, accountId, id)
  const address = readAddress(sealer.open(sealedUrl, sealedFor).toString())
  const reached: MailboxStep[] = []
  let certificate: ServerCertificate | null = null
  const watch = {
    reach: (step: MailboxStep) => void reached.push(step),
    certificate(given: ServerCertificate | null) {
      certificate = given
    },
  }
  const upTo = { validity, uid: lastUid }
  const count = () =>
    address.protocol === 'pop3'
      ? countPop3(address, LIMITS, watch)
      : countImap(address, LIMITS, upTo, watch)
  const stepsUp = (passed: boolean) =>
    reached.map((step, at) => ({ step, passed: passed || at < reached.length - 1 }))
  try {
    const counted = await count()
    return { shown, counted, steps: stepsUp(true), certificate, ...troubleOf([]) }
  } catch (error) {
    if (!(error instanceof MailboxTrouble)) throw error
    const trouble = troubleOf(error.sentences)
    return { shown, counted: null, steps: stepsUp(false), certificate, ...trouble }
  }
}

export function readAddress(url: string): MailboxAddress {
  try {
    if (url.length > MOST_ADDRESS) throw mailboxUrlError('mailbox-url-long', { most: MOST_ADDRESS })
    return readMailboxUrl(url)
  } catch (error) {
    if (!(error instanceof MailboxUrlError)) throw error
    throw Object.assign(refusedFor('not-valid', error.sentence), { cause: error })
  }
}
