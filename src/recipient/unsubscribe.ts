/**
 * The unsubscribe address of an email. GET changes nothing, since scanners follow every link of an
 * email; POST does: one-click by a mailbox provider (RFC 8058), or the form of our page.
 */
import type { IncomingMessage } from 'node:http'
import type { Store } from '../db/db.ts'
import {
  type ConsentMessage,
  type ConsentState,
  consentOfMessage,
  leaveByMessage,
  returnByMessage,
} from '../domain/subscribers/message-consent.ts'
import type { RequestBodies } from '../lib/request-bodies.ts'
import { messageTokens, readMessageToken } from '../mail/links/links.ts'
import type { KeyOf, MacKey } from '../mail/links/signing.ts'
import { readForm } from './form.ts'
import {
  backPage,
  choicePage,
  donePage,
  MAX_REASON,
  noSubscriberPage,
  type PageOfAccount,
  testPage,
  unknownPage,
} from './page.ts'
import { consentMessage } from './reader.ts'

export interface UnsubscribeContext {
  bodies: RequestBodies
  db: Store
  keyOf: KeyOf
  newestKey(): MacKey
}

/** Whom an email went to. */
interface MessageReader {
  message: ConsentMessage
  standing: ConsentState
  /** The address of their preferences. */
  preferences: string
}

/** Or the page of a token that has no reader: of a test email, of a person who is gone. */
async function readerOfToken(
  token: string,
  { db, keyOf, newestKey }: UnsubscribeContext,
): Promise<MessageReader | PageOfAccount> {
  const message = await readMessageToken(token, 'unsubscribe', keyOf)
  if (message === undefined) return { status: 404, page: unknownPage }
  const { accountId } = message
  const sent = consentMessage(message)
  if (!sent) return { status: 200, accountId, page: testPage }
  const standing = await consentOfMessage(db, sent)
  if (!standing) return { status: 200, accountId, page: noSubscriberPage }
  if (standing.test) return { status: 200, accountId, page: testPage }
  const preferences = `/p/${messageTokens(message, newestKey()).preferences}`
  return { message: sent, standing, preferences }
}

export async function showUnsubscribe(
  token: string,
  means: UnsubscribeContext,
): Promise<PageOfAccount> {
  const reader = await readerOfToken(token, means)
  return 'page' in reader ? reader : choices(reader)
}

const readBy = ({ message, standing }: MessageReader) => {
  return { accountId: message.accountId, subscriberId: standing.subscriberId }
}

const choices = (reader: MessageReader): PageOfAccount => ({
  status: 200,
  ...readBy(reader),
  page: view => choicePage(view, reader.standing, reader.preferences),
})

export async function submitUnsubscribe(
  token: string,
  req: IncomingMessage,
  means: UnsubscribeContext,
): Promise<PageOfAccount> {
  const field = await readForm(req, means.bodies)
  const reader = await readerOfToken(token, means)
  if ('page' in reader) return reader
  const { message, standing, preferences } = reader
  const by = readBy(reader)
  if (field('from') === 'back') {
    if (!standing.mayReturn) return choices(reader)
    await returnByMessage(means.db, message, standing)
    return { status: 200, ...by, page: view => backPage(view, standing) }
  }
  const said = choiceIn(field, standing)
  if (!said)
    return {
      status: 400,
      ...by,
      page: view => choicePage(view, standing, preferences, { unclear: true }),
    }
  await leaveByMessage(means.db, message, standing, said)
  const now = (await consentOfMessage(means.db, message)) ?? standing
  const what = now.optedOut ? 'everything' : said.from
  return { status: 200, ...by, page: view => donePage(view, now, what) }
}

function choiceIn(field: (name: string) => string, { list }: ConsentState) {
  const from = field('from')
  const reason = field('reason').replaceAll('\0', '').slice(0, MAX_REASON).toWellFormed().trim()
  if (from === 'everything') return { from, reason, source: 'page' } as const
  // The form may be older than the removal of the list: then there is nothing to leave.
  if (from === 'list' && list) return { from, reason, source: 'page' } as const
  if (field('List-Unsubscribe').trim().toLowerCase() !== 'one-click') return undefined
  // If the list is unknown, only leaving everything ensures that no more emails come.
  return { from: list ? 'list' : 'everything', reason: '', source: 'one-click' } as const
}
