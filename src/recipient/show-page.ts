/** Answers with a page in the language of the reader and the look of its account. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FormLanguage } from '../domain/forms/form-words.ts'
import { languageOf } from './language.ts'
import { errorPage, type PageOfAccount, unknownPage } from './page.ts'
import { PLAIN_LOOK } from './plain-look.ts'

export const showUnknown = (req: IncomingMessage, res: ServerResponse): void =>
  showPage(req, res, { status: 404, page: unknownPage })

export const showError = (req: IncomingMessage, res: ServerResponse, status: number): void =>
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
