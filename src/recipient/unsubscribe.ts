/**
 * The unsubscribe address of a letter. Looking at it changes nothing, since machines follow every
 * link of a letter; a POST does: that of a mailbox provider (RFC 8058, one click) or that of our
 * page.
 */
import type { IncomingMessage } from 'node:http'
import type { Store } from '../db/db.ts'
import {
  type ConsentLetter,
  type ConsentState,
  leaveByLetter,
  returnByLetter,
  standingOfLetter,
} from '../domain/subscribers/letter-consent.ts'
import { readMessageToken } from '../mail/links/links.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { type FormMeans, readForm } from './form.ts'
import {
  backPage,
  choicePage,
  donePage,
  MAX_REASON,
  nobodyPage,
  testPage,
  unknownPage,
} from './page.ts'
import type { Language } from './texts.ts'

export interface UnsubscribeResponse {
  status: number
  page: string
}

export interface UnsubscribeMeans extends FormMeans {
  db: Store
  keyOf: KeyOf
}

/** What a token stands for: a letter, or a test letter, which has nothing behind it. */
type TokenOwner = { letter: ConsentLetter; standing: ConsentState | undefined } | 'test' | undefined

async function ownerOfToken(token: string, { db, keyOf }: UnsubscribeMeans): Promise<TokenOwner> {
  const letter = await readMessageToken(token, 'unsubscribe', keyOf)
  if (letter?.of === 'test') return 'test'
  if (letter === undefined) return undefined
  const { accountId, of, ofId, id } = letter
  const sent: ConsentLetter =
    of === 'transaction'
      ? { accountId, of, transactionId: id }
      : { accountId, of, ofId, subscriberId: id }
  const standing = await standingOfLetter(db, sent)
  return standing?.test ? 'test' : { letter: sent, standing }
}

export async function look(
  token: string,
  language: Language,
  means: UnsubscribeMeans,
): Promise<UnsubscribeResponse> {
  const meant = await ownerOfToken(token, means)
  if (meant === undefined) return { status: 404, page: unknownPage(language) }
  if (meant === 'test') return { status: 200, page: testPage(language) }
  return {
    status: 200,
    page: meant.standing ? choicePage(language, meant.standing) : nobodyPage(language),
  }
}

export async function act(
  token: string,
  req: IncomingMessage,
  language: Language,
  means: UnsubscribeMeans,
): Promise<UnsubscribeResponse> {
  const field = await readForm(req, means)
  const meant = await ownerOfToken(token, means)
  if (meant === undefined) return { status: 404, page: unknownPage(language) }
  if (meant === 'test') return { status: 200, page: testPage(language) }
  const { letter, standing } = meant
  if (!standing) return { status: 200, page: nobodyPage(language) }
  if (field('from') === 'back') {
    if (!standing.mayReturn) return { status: 200, page: choicePage(language, standing) }
    await returnByLetter(means.db, letter, standing)
    return { status: 200, page: backPage(language, standing) }
  }
  const said = whatIsSaid(field, standing)
  if (!said) return { status: 400, page: choicePage(language, standing, { unclear: true }) }
  await leaveByLetter(means.db, letter, standing, said)
  const now = (await standingOfLetter(means.db, letter)) ?? standing
  return { status: 200, page: donePage(language, now, now.optedOut ? 'everything' : said.from) }
}

function whatIsSaid(field: (name: string) => string, { list }: ConsentState) {
  const from = field('from')
  const reason = field('reason').replaceAll('\0', '').slice(0, MAX_REASON).toWellFormed().trim()
  if (from === 'everything') return { from, reason, source: 'page' } as const
  // A form that was open when the list was removed: there is nothing left to leave.
  if (from === 'list' && list) return { from, reason, source: 'page' } as const
  if (field('List-Unsubscribe').trim().toLowerCase() !== 'one-click') return undefined
  // When nobody knows any more which list it was, only leaving everything makes sure that nothing
  // more comes.
  return { from: list ? 'list' : 'everything', reason: '', source: 'one-click' } as const
}
