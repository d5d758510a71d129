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
  testPage,
  unknownPage,
} from './page.ts'
import type { Language } from './translations.ts'

export interface UnsubscribeResponse {
  status: number
  page: string
}

export interface UnsubscribeContext {
  bodies: RequestBodies
  db: Store
  keyOf: KeyOf
  newestKey(): MacKey
}

/** The subject of a token: an email, or a test email, which has no subscriber. */
type TokenOwner =
  | { message: ConsentMessage; standing: ConsentState | undefined; preferences: string }
  | 'test'
  | undefined

async function ownerOfToken(
  token: string,
  { db, keyOf, newestKey }: UnsubscribeContext,
): Promise<TokenOwner> {
  const message = await readMessageToken(token, 'unsubscribe', keyOf)
  if (message?.of === 'test') return 'test'
  if (message === undefined) return undefined
  const { accountId, of, ofId, id } = message
  const sent: ConsentMessage =
    of === 'transaction'
      ? { accountId, of, transactionId: id }
      : { accountId, of, ofId, subscriberId: id }
  const standing = await consentOfMessage(db, sent)
  if (standing?.test) return 'test'
  const preferences = `/p/${messageTokens(message, newestKey()).preferences}`
  return { message: sent, standing, preferences }
}

export async function showUnsubscribe(
  token: string,
  language: Language,
  means: UnsubscribeContext,
): Promise<UnsubscribeResponse> {
  const meant = await ownerOfToken(token, means)
  if (meant === undefined) return { status: 404, page: unknownPage(language) }
  if (meant === 'test') return { status: 200, page: testPage(language) }
  return {
    status: 200,
    page: meant.standing
      ? choicePage(language, meant.standing, meant.preferences)
      : noSubscriberPage(language),
  }
}

export async function submitUnsubscribe(
  token: string,
  req: IncomingMessage,
  language: Language,
  means: UnsubscribeContext,
): Promise<UnsubscribeResponse> {
  const field = await readForm(req, means.bodies)
  const meant = await ownerOfToken(token, means)
  if (meant === undefined) return { status: 404, page: unknownPage(language) }
  if (meant === 'test') return { status: 200, page: testPage(language) }
  const { message, standing, preferences } = meant
  if (!standing) return { status: 200, page: noSubscriberPage(language) }
  if (field('from') === 'back') {
    if (!standing.mayReturn)
      return { status: 200, page: choicePage(language, standing, preferences) }
    await returnByMessage(means.db, message, standing)
    return { status: 200, page: backPage(language, standing) }
  }
  const said = choiceIn(field, standing)
  if (!said)
    return { status: 400, page: choicePage(language, standing, preferences, { unclear: true }) }
  await leaveByMessage(means.db, message, standing, said)
  const now = (await consentOfMessage(means.db, message)) ?? standing
  return { status: 200, page: donePage(language, now, now.optedOut ? 'everything' : said.from) }
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
