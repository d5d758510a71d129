/**
 * The page about measuring of an email: whether opens and clicks of its recipient are recorded, and
 * the switch. GET changes nothing, since scanners follow links; POST does. The address is masked,
 * since emails are forwarded.
 */
import type { IncomingMessage } from 'node:http'
import { answer, measuringOfPerson } from '../domain/measuring/answer.ts'
import { subscriberOfAddress } from '../domain/subscribers/message-consent.sql.ts'
import { consentOfMessage } from '../domain/subscribers/message-consent.ts'
import { emailKey } from '../lib/email-address.ts'
import { html } from '../lib/html.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { type MessageRef, readMessageToken } from '../mail/links/links.ts'
import { readForm } from './form.ts'
import { maskedAddress } from './masked-address.ts'
import { MEASURING_TEXTS } from './measuring-texts.ts'
import { DONE, message, noSubscriberPage, page, unknownPage } from './page.ts'
import { createQuota } from './quota.ts'
import type { Language } from './translations.ts'
import type { UnsubscribeContext, UnsubscribeResponse } from './unsubscribe.ts'

/** Each adds to the history of the person. Declining again is always possible. */
const AGREED_A_DAY = 20
const quota = createQuota(AGREED_A_DAY)

interface Reader {
  ref: MessageRef
  subscriberId: number
  email: string
  sender: string
}

async function readerOf(
  token: string,
  { db, keyOf }: UnsubscribeContext,
): Promise<Reader | 'test' | 'gone' | undefined> {
  const ref = await readMessageToken(token, 'preferences', keyOf)
  if (ref === undefined) return undefined
  const { accountId, of, ofId, id } = ref
  if (of === 'test') return 'test'
  const standing = await consentOfMessage(
    db,
    of === 'transaction'
      ? { accountId, of, transactionId: id }
      : { accountId, of, ofId, subscriberId: id },
  )
  if (!standing) return 'gone'
  if (standing.test) return 'test'
  const { email, sender } = standing
  const found =
    standing.subscriberId === null
      ? await subscriberOfAddress(db, { accountId, emailKey: emailKey(email) })
      : { id: standing.subscriberId }
  return found ? { ref, subscriberId: found.id, email, sender } : 'gone'
}

/** `changed`: the form was posted. */
async function answerFor(
  reader: Awaited<ReturnType<typeof readerOf>>,
  language: Language,
  { db }: UnsubscribeContext,
  changed = false,
): Promise<UnsubscribeResponse> {
  const texts = MEASURING_TEXTS[language.code]!
  if (reader === undefined) return { status: 404, page: unknownPage(language) }
  if (reader === 'test')
    return { status: 200, page: message(language, language.texts.test, texts.testHint) }
  if (reader === 'gone') return { status: 200, page: noSubscriberPage(language) }
  const { ref, subscriberId, email, sender } = reader
  const { opens, clicks, opensAs, clicksAs } = await measuringOfPerson(
    db,
    ref.accountId,
    subscriberId,
  )
  const declined = opens === 'declined' && clicks === 'declined'
  const kinds = [opensAs, clicksAs]
  const state = kinds.includes('person') ? 'person' : kinds.includes('total') ? 'total' : 'none'
  const from = language.texts.from(sender)
  const title = changed ? (declined ? texts.declined : texts.agreed) : texts.title
  const agreed = opens === 'agreed' && clicks === 'agreed'
  return {
    status: 200,
    page: page(
      language,
      title,
      html`${sender !== '' && html`<p class="sender">${sender}</p>`}
<h1>${changed && DONE}${title}</h1>
<p>${texts[state](from, maskedAddress(email))}</p>
<p class="soft">${changed ? (declined ? texts.declinedHint : texts.agreedHint) : texts.same}</p>
${
  !declined &&
  html`<form method="post">
<input type="hidden" name="measured" value="no">
<button${changed && html` class="quiet"`}>${texts.decline}</button>
</form>`
}
${
  !agreed &&
  html`<form method="post">
<input type="hidden" name="measured" value="yes">
<button class="quiet">${texts.agree}</button>
</form>`
}`,
    ),
  }
}

export async function showMeasuring(
  token: string,
  language: Language,
  means: UnsubscribeContext,
): Promise<UnsubscribeResponse> {
  return answerFor(await readerOf(token, means), language, means)
}

export async function submitMeasuring(
  token: string,
  req: IncomingMessage,
  language: Language,
  means: UnsubscribeContext,
): Promise<UnsubscribeResponse> {
  const field = await readForm(req, means.bodies)
  const reader = await readerOf(token, means)
  if (reader === undefined || typeof reader === 'string') return answerFor(reader, language, means)
  const said = field('measured')
  if (said !== 'yes' && said !== 'no')
    return { ...(await answerFor(reader, language, means)), status: 400 }
  const agrees = said === 'yes'
  const { ref, subscriberId, sender } = reader
  const { accountId, of, ofId, id } = ref
  const key = { accountId, kind: SOURCE[of as keyof typeof SOURCE], sourceId: ofId, id }
  if (agrees && !quota.take(key, Date.now())) {
    const { failure, failureHint } = language.texts
    return { status: 429, page: message(language, failure, failureHint) }
  }
  const texts = MEASURING_TEXTS[language.code]!
  const words = `${texts.person(language.texts.from(sender), '•••')} ${texts[agrees ? 'agree' : 'decline']}`
  const given = { opens: agrees, clicks: agrees, words, way: 'email' } as const
  await answer(means.db, accountId, subscriberId, given)
  return answerFor(reader, language, means, true)
}
