/**
 * Requests for the link of one's preferences: an address is typed, and its owner gets the link, if
 * the account knows it. Keeping a request looks up nothing about the address, so that the answer
 * and its time tell nothing (no user enumeration); the worker decides afterwards.
 */
import type { Store } from '../../db/db.ts'
import { emailKey } from '../../lib/email-address.ts'
import type { FormLanguage } from '../forms/form-words.ts'
import { Refusal } from '../refusal.ts'
import { mailboxKey } from '../sign-ups/network.ts'
import { insertTransaction } from '../transactions/insert.ts'
import { hintWork } from '../work/hints.ts'
import {
  countRequest,
  type dueLinkRequests,
  keepLinkRequest,
  leaseLinkRequest,
  noteMailed,
  postponeLinkRequest,
  readerToMail,
  removeLinkRequest,
} from './link-requests.sql.ts'

/** Of a network in an hour, sign-ups included. */
export const MOST_REQUESTS = 20
/** A request is dropped after so long a pause of the account's project. */
const KEPT_MILLIS = 86_400_000
const AGAIN_SECONDS = 300

/** `network`: by networkOf(). One beyond the limits of its network or mailbox changes nothing. */
export async function askForLink(
  db: Store,
  accountId: number,
  asked: { email: string; language: FormLanguage; network: string },
): Promise<void> {
  const { email, language, network } = asked
  const { posts } = await countRequest(db, { accountId, network })
  if (posts > MOST_REQUESTS) return
  const keys = { mailboxKey: mailboxKey(email), emailKey: emailKey(email) }
  if ((await keepLinkRequest(db, { accountId, language, ...keys })) > 0) hintWork(db)
}

export type DueLinkRequest = Awaited<ReturnType<typeof dueLinkRequests>>[number]

export interface LinkEmailMeans {
  /** The guid of the project that sends them; undefined: the account has no sender. */
  projectOf(accountId: number): Promise<string | undefined>
  /** The values of the email, DD1 first. */
  valuesFor(request: DueLinkRequest): Promise<string[]>
}

/** Idempotent: the moment of the request makes it one email, however often this is begun. */
export async function settleLinkRequest(
  db: Store,
  request: DueLinkRequest,
  { projectOf, valuesFor }: LinkEmailMeans,
): Promise<void> {
  const { accountId, mailboxKey, emailKey, asked } = request
  if ((await leaseLinkRequest(db, { accountId, mailboxKey })) === 0) return
  const reader = await readerToMail(db, { accountId, emailKey })
  const guid = reader && (await projectOf(accountId))
  const isOld = Date.parse(asked) < Date.now() - KEPT_MILLIS
  if (!reader || guid === undefined || isOld) {
    await removeLinkRequest(db, { accountId, mailboxKey })
    return
  }
  try {
    await insertTransaction(db, accountId, {
      guid,
      identifier: `preferences ${reader.id} ${asked}`,
      email: reader.email,
      name: '',
      fields: await valuesFor(request),
      format: undefined,
      sendAt: undefined,
      split: false,
    })
    await noteMailed(db, { accountId, mailboxKey })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A paused project is awaited.
    if (error.reason === 'no-such-project')
      await postponeLinkRequest(db, { accountId, mailboxKey, seconds: AGAIN_SECONDS })
    else await removeLinkRequest(db, { accountId, mailboxKey })
  }
}
