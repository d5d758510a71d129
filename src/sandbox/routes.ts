/**
 * The pages under /sandbox, for whoever is signed in to the console. Letters hold what strangers
 * wrote: their HTML is served at an address of its own, where nothing runs. How the pages are
 * framed, and who is signed in, is the hallway's to say.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import {
  countSandbox,
  emptySandbox,
  sandboxLetter,
  sandboxLetters,
} from '../domain/sandbox/sandbox.sql.ts'
import { countSandboxSms, emptySandboxSms, sandboxSms } from '../domain/sandbox/sms.sql.ts'
import type { Html } from '../lib/html.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { linksOf, previewOf, readLetter, sourceText } from './letter.ts'
import { type LetterSide, letterPage, listPage, missingPage, SIDES, sayingPage } from './pages.ts'
import { smsPage } from './sms-pages.ts'
import { sandboxStyle } from './style.ts'

export interface SandboxOptions {
  db: Store
  keyOf: KeyOf
  accountOf(req: IncomingMessage): Promise<{ id: number; username: string } | undefined>
  /** A form that was not sent from a page of ours. */
  fromElsewhere(req: IncomingMessage): boolean
  frame(
    title: string,
    body: Html,
    options: { username: string; style: string },
  ): { page: string; policy: string }
  report(error: unknown, req: IncomingMessage): void
}

interface Asked {
  req: IncomingMessage
  res: ServerResponse
  account: { id: number; username: string }
}

const ON_A_PAGE = 50
const LAST_ID = Number.MAX_SAFE_INTEGER

/** What a letter's HTML may do in its frame: be seen, with its pictures and styles. */
const LETTER_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline' http: https:; font-src http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export function createSandbox({
  db,
  keyOf,
  accountOf,
  fromElsewhere,
  frame,
  report,
}: SandboxOptions) {
  const show = ({ req, res, account }: Asked, status: number, title: string, body: Html) => {
    const { page, policy } = frame(title, body, { username: account.username, style: sandboxStyle })
    send(req, res, status, page, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'DENY',
    })
  }

  async function list(asked: Asked, query: URLSearchParams): Promise<void> {
    const accountId = asked.account.id
    const part = (query.get('email') ?? '').trim().replaceAll('\0', '').slice(0, 320).toWellFormed()
    const before = idIn(query.get('before') ?? '')
    const [letters, count] = await Promise.all([
      sandboxLetters(db, {
        accountId,
        beforeId: before ?? LAST_ID,
        part: part || null,
        most: ON_A_PAGE + 1,
      }),
      part === '' ? countSandbox(db, { accountId }) : undefined,
    ])
    const more = letters.length > ON_A_PAGE
    const page = letters.slice(0, ON_A_PAGE)
    const facts = {
      letters: page,
      count: count?.count,
      part,
      inside: before !== undefined,
      nextBefore: more ? page.at(-1)!.id : undefined,
    }
    show(asked, 200, 'Sandbox', listPage(facts))
  }

  async function sms(asked: Asked, query: URLSearchParams): Promise<void> {
    const accountId = asked.account.id
    const part = (query.get('number') ?? '').replace(/[^\d+]/g, '').slice(0, 20)
    const before = idIn(query.get('before') ?? '')
    const [found, count] = await Promise.all([
      sandboxSms(db, {
        accountId,
        beforeId: before ?? LAST_ID,
        part: part || null,
        most: ON_A_PAGE + 1,
      }),
      part === '' ? countSandboxSms(db, { accountId }) : undefined,
    ])
    const page = found.slice(0, ON_A_PAGE)
    const nextBefore = found.length > ON_A_PAGE ? page.at(-1)!.id : undefined
    show(
      asked,
      200,
      'Sandbox',
      smsPage({
        sms: page,
        count: count?.count,
        part,
        inside: before !== undefined,
        nextBefore,
      }),
    )
  }

  async function letter(
    asked: Asked,
    letterId: number,
    view: string,
    query: URLSearchParams,
  ): Promise<void> {
    const { req, res, account } = asked
    const kept = await sandboxLetter(db, { accountId: account.id, letterId })
    if (!kept) return show(asked, 404, 'Nothing here', missingPage())
    if (view === 'letter.eml') {
      const headers = {
        'Content-Type': 'message/rfc822',
        'Content-Disposition': `attachment; filename="letter-${letterId}.eml"`,
      }
      return send(req, res, 200, kept.content, {
        ...headers,
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
    }
    const read = await readLetter(kept.content).catch(() => undefined)
    if (view === 'body') {
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': LETTER_POLICY,
      }
      return send(req, res, 200, previewOf(read?.html ?? ''), headers)
    }
    const links = read?.html === undefined ? [] : await linksOf(read.html, keyOf)
    const side = read ? (sideNamed(view) ?? (read.html === undefined ? 'text' : 'html')) : 'source'
    const body = letterPage({
      ...kept,
      bytes: kept.content.length,
      read,
      links,
      side,
      source: side === 'source' ? sourceText(kept.content) : '',
      phone: query.get('width') === 'phone',
    })
    show(asked, 200, kept.subject.trim() || '(no subject)', body)
  }

  async function answer(asked: Asked, url: URL): Promise<void> {
    const { req, res, account } = asked
    const path = url.pathname.replace(/(?<!\/)\/+$/, '')
    if (path === '/sandbox/empty' || path === '/sandbox/texts/empty') {
      if (req.method !== 'POST') return refuse(res, 'POST')
      if (fromElsewhere(req))
        return show(
          asked,
          403,
          'Not from here',
          sayingPage('Not from here', 'This form was sent from another site.'),
        )
      const letters = path === '/sandbox/empty'
      await (letters ? emptySandbox : emptySandboxSms)(db, { accountId: account.id })
      return lead(res, letters ? '/sandbox' : '/sandbox/texts')
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') return refuse(res, 'GET, HEAD')
    if (path === '/sandbox') return list(asked, url.searchParams)
    if (path === '/sandbox/texts') return sms(asked, url.searchParams)
    const [, id = '', view = ''] = /^\/sandbox\/(\d+)(?:\/([\w.]+))?$/.exec(path) ?? []
    const letterId = idIn(id)
    if (
      letterId === undefined ||
      !(view === '' || view === 'body' || view === 'letter.eml' || sideNamed(view))
    )
      return show(asked, 404, 'Nothing here', missingPage())
    return letter(asked, letterId, view, url.searchParams)
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const url = new URL((req.url ?? '').replace(/^\/+/, '/'), 'http://here.invalid')
      const account = await accountOf(req)
      if (account) return await answer({ req, res, account }, url)
      const way = req.method === 'GET' ? `?to=${encodeURIComponent(url.pathname + url.search)}` : ''
      lead(res, `/console${way}`)
    } catch (error) {
      report(error, req)
      if (res.headersSent) return void res.destroy()
      send(req, res, 503, 'The page could not be made. Please try again in a minute.\n', {
        'Content-Type': 'text/plain; charset=utf-8',
      })
    }
  }
}

const sideNamed = (view: string): LetterSide | undefined => SIDES.find(side => side === view)

function idIn(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function lead(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: to, 'Cache-Control': 'no-store' }).end()
}

function refuse(res: ServerResponse, allow: string): void {
  res.writeHead(405, { Allow: allow, 'Cache-Control': 'no-store' }).end()
}

function send(
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
    'X-Content-Type-Options': 'nosniff',
  })
  res.end(req.method === 'HEAD' ? undefined : content)
}
