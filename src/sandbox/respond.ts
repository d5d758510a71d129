/** Common parts of the sandbox pages: the session, and sending a response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import type { Html } from '../lib/html.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { sandboxStyle } from './style.ts'

export interface SandboxOptions {
  db: Store
  keyOf: KeyOf
  accountOf(req: IncomingMessage): Promise<{ id: number; username: string } | undefined>
  /** Whether a form was sent from another site. */
  fromElsewhere(req: IncomingMessage): boolean
  frame(
    title: string,
    body: Html,
    options: { username: string; style: string },
  ): { page: string; policy: string }
  report(error: unknown, req: IncomingMessage): void
}

/** A request of a signed-in user. */
export interface SandboxRequest {
  req: IncomingMessage
  res: ServerResponse
  account: { id: number; username: string }
  options: SandboxOptions
}

/** Rows per page of a list. */
export const ON_A_PAGE = 50

/** The rows of a list start below this id; undefined on its first page. */
export const idBefore = (query: URLSearchParams): number | undefined =>
  idIn(query.get('before') ?? '')

/** Greater than every id. */
export const LAST_ID = Number.MAX_SAFE_INTEGER

export function idIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function showPage(
  { req, res, account, options }: SandboxRequest,
  status: number,
  title: string,
  body: Html,
): void {
  const { page, policy } = options.frame(title, body, {
    username: account.username,
    style: sandboxStyle,
  })
  sendContent(req, res, status, page, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  })
}

export function sendContent(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  content: string | Buffer,
  headers: Record<string, string>,
): void {
  res.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(content),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  res.end(req.method === 'HEAD' ? undefined : content)
}
