/**
 * `/p/TOKEN`: the preferences of a reader, by the link of an email. GET changes nothing, since
 * scanners follow every link; one POST saves.
 */
import type { IncomingMessage } from 'node:http'
import { isFormLanguage } from '../../domain/forms/form-words.ts'
import { languageOfReader } from '../../domain/forms/reader-language.ts'
import { optOut } from '../../domain/opt-outs/opt-out.ts'
import {
  type OfferedList,
  PAUSES,
  type PreferenceChoice,
  preferencesOf,
  savePreferences,
} from '../../domain/preferences/reader-preferences.ts'
import { readMessageToken } from '../../mail/links/links.ts'
import { type PostedForm, readPosted } from '../form.ts'
import { languageOf } from '../language.ts'
import { maskedAddress } from '../masked-address.ts'
import { queryIn } from '../paths.ts'
import { readerOf } from '../reader.ts'
import type { PageAnswer, SignUpMeans } from '../sign-up/answers.ts'
import { messagePage } from '../sign-up/frame.ts'
import { answerAskForLink } from './ask.ts'
import { sendWish } from './data.ts'
import { dataTexts } from './data-texts.ts'
import { endedPage, type PreferenceFrame, type PreferenceState, preferencesPage } from './page.ts'
import { unsentTexts } from './unsent-texts.ts'

/** Undefined: the token is not one of ours. */
export async function answerPreferences(
  token: string,
  path: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<PageAnswer | undefined> {
  const { onlyOf } = means
  if (token === '' && onlyOf !== undefined) return answerAskForLink(onlyOf, path, req, means)
  const posted = req.method === 'POST' ? await readPosted(req, means.bodies) : undefined
  const ref = await readMessageToken(token, 'preferences', means.keyOf)
  if (!ref) return undefined
  const { accountId } = ref
  const look = await means.forms.look(accountId)
  const wanted = posted?.get('lang') ?? new URLSearchParams(queryIn(path)).get('lang') ?? ''
  const spoken = languageOf(req.headers['accept-language'])
  const reader = await readerOf(means.db, ref)
  const own =
    reader && reader !== 'test'
      ? await languageOfReader(means.db, accountId, reader.subscriberId)
      : undefined
  const chosen = posted?.get('language') ?? ''
  const isOther = isFormLanguage(chosen) && chosen !== own
  const language = isOther ? chosen : isFormLanguage(wanted) ? wanted : (own ?? spoken.code)
  const frame = { look, language, address: `/p/${token}` }
  const answer = (page: string, status = 200) => {
    return { status, page, policy: look.policy, language }
  }
  const { test, testHint, noSubscriber, noSubscriberHint } = languageOf(language).texts
  if (reader === 'test') return answer(messagePage(frame, test, testHint))
  const before = reader && (await preferencesOf(means.db, accountId, reader.subscriberId))
  if (!before) return answer(messagePage(frame, noSubscriber, noSubscriberHint))
  if (!posted) return answer(preferencesPage(frame, before))
  const wish = posted.get('wish')
  if (wish === 'data' || wish === 'forget') {
    const { sent, sentHint } = dataTexts[language]
    if (!(await sendWish(means, accountId, before, { wish }, language)))
      return answer(
        messagePage(frame, unsentTexts[language].title, unsentTexts[language].hint),
        409,
      )
    return answer(messagePage(frame, sent, sentHint(maskedAddress(before.email))))
  }
  if (posted.get('leave') === 'everything') {
    if (!before.wantsNothing)
      await optOut(means.db, accountId, {
        email: before.email,
        reason: '',
        listText: '',
        sendingText: ref.of === 'sending' ? String(ref.ofId) : '',
      })
    return answer(endedPage(frame))
  }
  const { page, status } = await saved(posted, frame, before, accountId, means)
  return answer(page, status)
}

async function saved(
  posted: PostedForm,
  frame: PreferenceFrame,
  before: NonNullable<Awaited<ReturnType<typeof preferencesOf>>>,
  accountId: number,
  means: SignUpMeans,
): Promise<{ page: string; status: number }> {
  const { db } = means
  const { subscriberId } = before
  const choice = choiceIn(
    posted,
    before.fields.map(({ key }) => key),
  )
  const { wrong, unconfirmed } = await savePreferences(db, accountId, subscriberId, choice)
  const now = (await preferencesOf(db, accountId, subscriberId)) ?? before
  const asked: OfferedList[] = []
  for (const list of unconfirmed)
    if (await sendWish(means, accountId, before, { wish: 'join', listId: list.id }, frame.language))
      asked.push(list)
  const state: PreferenceState =
    wrong.length > 0
      ? { wrong, typed: choice.values }
      : {
          unconfirmed: asked,
          unsent: asked.length < unconfirmed.length,
          saved: posted.get('undo') === 'yes' ? 'undone' : before,
        }
  return { page: preferencesPage(frame, now, state), status: wrong.length > 0 ? 400 : 200 }
}

const MOST_SHOWN = 200
const DAY_MILLIS = 86_400_000

/** Values of lists and fields that the page does not offer have no effect. */
function choiceIn({ get, getAll }: PostedForm, fields: readonly string[]): PreferenceChoice {
  const ids = (name: string) =>
    getAll(name)
      .slice(0, MOST_SHOWN)
      .filter(text => /^\d{1,9}$/.test(text))
      .map(Number)
  const format = get('format')
  const language = get('language')
  const takesBack = get('undo') === 'yes' && getAll('language').length > 0
  const posted = fields.filter(key => getAll(key).length > 0)
  return {
    lists: { shown: ids('shown'), wanted: ids('list') },
    format: format === 'html' || format === 'text' ? format : undefined,
    language: isFormLanguage(language) ? language : takesBack && language === '' ? null : undefined,
    pausedUntil: pauseIn(get('pause')),
    values: new Map(posted.map(key => [key, get(key).slice(0, 501).trim()])),
  }
}

/** Days, none, or the end of a pause that stands; undefined: nothing is said. */
function pauseIn(text: string): Date | null | undefined {
  if (text === '0') return null
  const days = PAUSES.find(one => String(one) === text)
  if (days !== undefined) return new Date(Date.now() + days * DAY_MILLIS)
  if (!/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(text)) return undefined
  const end = new Date(text)
  const most = Date.now() + PAUSES.at(-1)! * DAY_MILLIS
  return end.getTime() <= most ? end : undefined
}
