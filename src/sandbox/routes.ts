/**
 * The pages under /sandbox, for users signed in to the console. Emails contain untrusted HTML: it
 * is served at a separate URL, with scripts disabled. The caller supplies the page frame and the
 * session.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { emptySandbox } from '../domain/sandbox/sandbox.sql.ts'
import { emptySandboxSms } from '../domain/sandbox/sms.sql.ts'
import { isView, listMessages, showMessage } from './message-routes.ts'
import { missingPage, sayingPage } from './pages.ts'
import { idIn, type SandboxOptions, type SandboxRequest, sendContent, showPage } from './respond.ts'
import { listSms } from './sms-routes.ts'

export function createSandbox(options: SandboxOptions) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const url = new URL((req.url ?? '').replace(/^\/+/, '/'), 'http://here.invalid')
      const account = await options.accountOf(req)
      if (account) return await answer({ req, res, account, options }, url)
      const way =
        req.method !== 'POST' ? `?to=${encodeURIComponent(url.pathname + url.search)}` : ''
      lead(res, `/console${way}`)
    } catch (error) {
      options.report(error, req)
      if (res.headersSent) return void res.destroy()
      sendContent(req, res, 503, 'The page could not be made. Please try again in a minute.\n', {
        'Content-Type': 'text/plain; charset=utf-8',
      })
    }
  }
}

async function answer(request: SandboxRequest, url: URL): Promise<void> {
  const { req, res, account, options } = request
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (path === '/sandbox/empty' || path === '/sandbox/texts/empty') {
    if (req.method !== 'POST') return refuse(res, 'POST')
    if (options.fromElsewhere(req))
      return showPage(
        request,
        403,
        'Not from here',
        sayingPage('Not from here', 'This form was sent from another site.'),
      )
    const messages = path === '/sandbox/empty'
    await (messages ? emptySandbox : emptySandboxSms)(options.db, { accountId: account.id })
    return lead(res, messages ? '/sandbox' : '/sandbox/texts')
  }
  if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
  if (path === '/sandbox') return listMessages(request, url.searchParams)
  if (path === '/sandbox/texts') return listSms(request, url.searchParams)
  const [, id = '', view = ''] = /^\/sandbox\/(\d+)(?:\/([\w.]+))?$/.exec(path) ?? []
  const messageId = idIn(id)
  if (messageId === undefined || !isView(view))
    return showPage(request, 404, 'Nothing here', missingPage())
  return showMessage(request, messageId, view, url.searchParams)
}

function lead(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end()
}

function refuse(res: ServerResponse, allow: string): void {
  res.writeHead(405, { Allow: allow, 'Cache-Control': 'no-store' }).end()
}
