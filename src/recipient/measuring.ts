/**
 * The page about measuring of an email: whether opens and clicks of its recipient are recorded, and
 * the switch. GET changes nothing, since scanners follow links; POST does. The address is masked,
 * since emails are forwarded.
 */
import type { IncomingMessage } from 'node:http'
import { languageOfReader } from '../domain/forms/reader-language.ts'
import { answer, measuringOfPerson } from '../domain/measuring/answer.ts'
import { html } from '../lib/html.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { type MessageRef, readMessageToken } from '../mail/links/links.ts'
import { readForm } from './form.ts'
import { languageAsked, languageOf } from './language.ts'
import { maskedAddress } from './masked-address.ts'
import { MEASURING_TEXTS } from './measuring-texts.ts'
import {
  errorPage,
  message,
  noSubscriberPage,
  type PageOfAccount,
  type PageView,
  unknownPage,
} from './page.ts'
import { createQuota } from './quota.ts'
import { type EmailReader, readerOf } from './reader.ts'
import { page } from './sign-up/frame.ts'
import type { UnsubscribeContext } from './unsubscribe.ts'

/** Each adds to the history of the person. Declining again is always possible. */
const AGREED_A_DAY = 20
const quota = createQuota(AGREED_A_DAY)

interface MeasuredReader extends EmailReader {
  ref: MessageRef
}

/** Or the page of a token that has no reader: of a test email, of a person who is gone. */
async function measuredReader(
  token: string,
  { db, keyOf }: UnsubscribeContext,
): Promise<MeasuredReader | PageOfAccount> {
  const ref = await readMessageToken(token, 'preferences', keyOf)
  if (ref === undefined) return { status: 404, page: unknownPage }
  const { accountId } = ref
  const reader = await readerOf(db, ref)
  if (reader === 'test') return { status: 200, accountId, page: testPage }
  return reader ? { ...reader, ref } : { status: 200, accountId, page: noSubscriberPage }
}

const testPage = (view: PageView): string =>
  message(view, view.language.texts.test, MEASURING_TEXTS[view.language.code].testHint)

/** `changed`: the form was posted. */
async function answerFor(
  reader: MeasuredReader,
  { db }: UnsubscribeContext,
  { changed = false, status = 200 } = {},
): Promise<PageOfAccount> {
  const { accountId } = reader.ref
  const measuring = await measuringOfPerson(db, accountId, reader.subscriberId)
  const { subscriberId } = reader
  return {
    status,
    accountId,
    subscriberId,
    page: view => measuringPage(view, reader, measuring, changed),
  }
}

function measuringPage(
  { language, look }: PageView,
  { email, sender }: MeasuredReader,
  { opens, clicks, opensAs, clicksAs }: Awaited<ReturnType<typeof measuringOfPerson>>,
  changed: boolean,
): string {
  const texts = MEASURING_TEXTS[language.code]
  const declined = opens === 'declined' && clicks === 'declined'
  const kinds = [opensAs, clicksAs]
  const state = kinds.includes('person') ? 'person' : kinds.includes('total') ? 'total' : 'none'
  const from = language.texts.from(sender)
  const title = changed ? (declined ? texts.declined : texts.agreed) : texts.title
  const agreed = opens === 'agreed' && clicks === 'agreed'
  return page(
    { title, language: language.code, look, from: sender },
    html`<h1>${title}</h1>
<p>${texts[state](from, maskedAddress(email))}</p>
<p class="soft">${changed ? (declined ? texts.declinedHint : texts.agreedHint) : texts.same}</p>
${
  !declined &&
  html`<form method="post">
<input type="hidden" name="measured" value="no">
<button${changed && html` class="second"`}>${texts.decline}</button>
</form>`
}
${
  !agreed &&
  html`<form method="post">
<input type="hidden" name="measured" value="yes">
<button class="second">${texts.agree}</button>
</form>`
}`,
  )
}

export async function showMeasuring(
  token: string,
  means: UnsubscribeContext,
): Promise<PageOfAccount> {
  const reader = await measuredReader(token, means)
  return 'page' in reader ? reader : answerFor(reader, means)
}

export async function submitMeasuring(
  token: string,
  req: IncomingMessage,
  means: UnsubscribeContext,
): Promise<PageOfAccount> {
  const field = await readForm(req, means.bodies)
  const reader = await measuredReader(token, means)
  if ('page' in reader) return reader
  const said = field('measured')
  if (said !== 'yes' && said !== 'no') return answerFor(reader, means, { status: 400 })
  const agrees = said === 'yes'
  const { ref, subscriberId, sender } = reader
  const { accountId, of, ofId, id } = ref
  const key = { accountId, kind: SOURCE[of as keyof typeof SOURCE], sourceId: ofId, id }
  if (agrees && !quota.take(key, Date.now())) return { status: 429, accountId, page: errorPage }
  const spoken =
    languageAsked(req.url) ?? (await languageOfReader(means.db, accountId, subscriberId))
  const language = languageOf(spoken ?? req.headers['accept-language'])
  const texts = MEASURING_TEXTS[language.code]
  const words = `${texts.person(language.texts.from(sender), '•••')} ${texts[agrees ? 'agree' : 'decline']}`
  const given = { opens: agrees, clicks: agrees, words, way: 'email' } as const
  await answer(means.db, accountId, subscriberId, given)
  return answerFor(reader, means, { changed: true })
}
