/** The pages of the emails in the sandbox: the list, and one email with its views. */
import { countSandbox, sandboxMessage, sandboxMessages } from '../domain/sandbox/sandbox.sql.ts'
import { linksOf, previewOf, readMessage, sourceText } from './message.ts'
import { listPage, type MessageSide, messagePage, missingPage, SIDES } from './pages.ts'
import {
  idBefore,
  LAST_ID,
  ON_A_PAGE,
  type SandboxRequest,
  sendContent,
  showPage,
} from './respond.ts'

/** The Content-Security-Policy of an email's HTML in its frame: only pictures and styles. */
const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: " +
  "https: data:; style-src 'unsafe-inline' http: https:; font-src http: https: data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export async function listMessages(request: SandboxRequest, query: URLSearchParams): Promise<void> {
  const { db } = request.options
  const accountId = request.account.id
  const part = (query.get('email') ?? '').trim().replaceAll('\0', '').slice(0, 320).toWellFormed()
  const before = idBefore(query)
  const [messages, count] = await Promise.all([
    sandboxMessages(db, {
      accountId,
      beforeId: before ?? LAST_ID,
      part: part || null,
      most: ON_A_PAGE + 1,
    }),
    part === '' ? countSandbox(db, { accountId }) : undefined,
  ])
  const more = messages.length > ON_A_PAGE
  const page = messages.slice(0, ON_A_PAGE)
  const facts = {
    messages: page,
    count: count?.count,
    part,
    inside: before !== undefined,
    nextBefore: more ? page.at(-1)!.id : undefined,
  }
  showPage(request, 200, 'Sandbox', listPage(facts))
}

export async function showMessage(
  request: SandboxRequest,
  messageId: number,
  view: string,
  query: URLSearchParams,
): Promise<void> {
  const { req, res, account, options } = request
  const kept = await sandboxMessage(options.db, { accountId: account.id, messageId })
  if (!kept) return showPage(request, 404, 'Nothing here', missingPage())
  if (view === 'message.eml') {
    const headers = {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="email-${messageId}.eml"`,
    }
    return sendContent(req, res, 200, kept.content, {
      ...headers,
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
  }
  const read = await readMessage(kept.content).catch(() => undefined)
  if (view === 'body') {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': MESSAGE_POLICY,
    }
    return sendContent(req, res, 200, previewOf(read?.html ?? ''), headers)
  }
  const links = read?.html === undefined ? [] : await linksOf(read.html, options.keyOf)
  const side = read ? (sideNamed(view) ?? (read.html === undefined ? 'text' : 'html')) : 'source'
  const body = messagePage({
    ...kept,
    bytes: kept.content.length,
    read,
    links,
    side,
    source: side === 'source' ? sourceText(kept.content) : '',
    phone: query.get('width') === 'phone',
  })
  showPage(request, 200, kept.subject.trim() || '(no subject)', body)
}

const sideNamed = (view: string): MessageSide | undefined => SIDES.find(side => side === view)

/** Whether an email has this view: '' is its page. */
export const isView = (view: string): boolean =>
  view === '' || view === 'body' || view === 'message.eml' || sideNamed(view) !== undefined
