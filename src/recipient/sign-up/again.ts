/**
 * The confirmation email once more, by an address that is typed anew: the page after a form is the
 * same for every address.
 */
import type { IncomingMessage } from 'node:http'
import { checkTyped, keepRequest } from '../../domain/sign-ups/keep-sign-up.ts'
import { againTexts } from './again-texts.ts'
import { originOf, type PageAnswer, type SignUpMeans } from './answers.ts'
import { messagePage } from './frame.ts'
import { sentPage } from './pages.ts'
import { languageFor, type ShownForm } from './shown-form.ts'
import { formPageTexts } from './texts.ts'

/** After the button. Beyond the limit of a network nothing is kept, and the answer is the same. */
export async function askedAgain(
  shown: ShownForm,
  given: string,
  asked: string,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<PageAnswer> {
  const { form, ref, policy } = shown
  const { language, texts } = languageFor(form, asked, req.headers['accept-language'])
  const plain = { asked: [], required: [], listIds: [], listsChosen: false }
  const checked = checkTyped(plain, { email: given, values: {}, listIds: [] })
  if (Array.isArray(checked)) {
    const page = sentPage(shown, language, texts, { email: given.slice(0, 321), mistakes: checked })
    return { status: 400, page, policy, language }
  }
  const { email } = checked
  const request = { state: 'again' as const, email, listIds: [] }
  const origin = { language, ...originOf(req, means) }
  await keepRequest(means.db, ref.accountId, form, request, origin)
  const title = formPageTexts[language].sent
  const page = messagePage({ language, look: shown }, title, againTexts[language].asked)
  return { status: 200, page, policy, language }
}
