/** Answers with a page in the language of the reader and the look of its account. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FormLanguage } from '../domain/forms/form-words.ts'
import { CallerGone } from '../lib/caller-gone.ts'
import { BODY_STATUS, BodyRefused } from '../lib/request-bodies.ts'
import { UnreadableForm } from './form.ts'
import { languageOf } from './language.ts'
import { errorPage, type PageOfAccount, unknownPage } from './page.ts'
import { PLAIN_LOOK, plainLookAt } from './plain-look.ts'

/** `onlyOf`: the account whose host it is. */
export const showUnknown = (
  req: IncomingMessage,
  res: ServerResponse,
  onlyOf: number | undefined,
): void => showPage(req, res, { status: 404, page: unknownPage }, plainLookAt(onlyOf))

/** Answers what failed: a body that can't be read, or a fault, which is reported. */
export function showFailure(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  report: (error: unknown, req: IncomingMessage) => void,
): void {
  if (error instanceof CallerGone || res.headersSent) {
    res.destroy()
  } else if (error instanceof UnreadableForm || error instanceof BodyRefused) {
    const status = error instanceof BodyRefused ? BODY_STATUS[error.trouble] : error.status
    // The rest of the body is not read.
    res.setHeader('Connection', 'close')
    if (status === 503) res.setHeader('Retry-After', '10')
    showError(req, res, status)
  } else {
    report(error, req)
    res.setHeader('Retry-After', '60')
    showError(req, res, 503)
  }
}

const showError = (req: IncomingMessage, res: ServerResponse, status: number): void =>
  showPage(req, res, { status, page: errorPage })

export function showPage(
  { method, headers }: IncomingMessage,
  res: ServerResponse,
  { status, page }: PageOfAccount,
  look = PLAIN_LOOK,
  spoken?: FormLanguage,
): void {
  const language = languageOf(spoken ?? headers['accept-language'])
  const text = page({ language, look })
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Content-Language': language.code,
    Vary: 'Accept-Language',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': look.policy,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  })
  res.end(method === 'HEAD' ? undefined : text)
}
