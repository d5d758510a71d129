/**
 * What recipients reach, on plain node:http: `/t/` links and the pixel (hits.ts), `/u/`
 * unsubscribing (unsubscribe.ts), `/w/` letters in the browser (web-version.ts),
 * and what shops tell, `/c`, `/c.gif` and `/c.js` (conversion.ts).
 * The addresses are in letters for years. Reading one never changes anything but what is counted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import type { ByteBudget } from '../lib/byte-budget.ts'
import { type Soon, whenHere } from '../lib/soon.ts'
import type { KeyOf, MacKey } from '../mail/links/signing.ts'
import { answerClick } from './click.ts'
import { answerScript, boughtByPixel, boughtByServer } from './conversion.ts'
import { FormAborted, UnreadableForm } from './form.ts'
import { createHitBuffer } from './hit-buffer.ts'
import { followed, opened } from './hits.ts'
import { answerPixel } from './open.ts'
import { CONTENT_POLICY, troublePage, unknownPage } from './page.ts'
import { createQuota } from './quota.ts'
import { type Language, languageOf } from './texts.ts'
import { act, look, type UnsubscribeResponse } from './unsubscribe.ts'
import { answerWebVersion, createWebVersions } from './web-version.ts'

export type RecipientPart = 'view' | 'click' | 'conversion'

export interface RecipientOptions {
  db: Store
  /** The keys that addresses were ever signed with. */
  keyOf: KeyOf
  /** The key that signs click tokens. */
  newestKey(): MacKey
  /** The address that a request comes from. */
  peerOf(req: IncomingMessage): string
  /** Where recipients reach us, as the one who asks does: scheme and host. */
  originOf?(req: IncomingMessage): string
  /** What carries the click token to the target; undefined for none. */
  clickParameter?: string | undefined
  /** How long after a click a purchase counts for it. */
  conversionDays?: number
  /** The largest value of an order that anybody may tell. */
  conversionMax?: number
  /** What became of a request. */
  observe?(part: RecipientPart, outcome: string): void
  report(error: unknown, req?: IncomingMessage): void
  /** How long a form may take to arrive. */
  patienceMillis?: number
  /** What the bodies of all requests in hand share. */
  budget: ByteBudget
}

const READ = ['GET', 'HEAD', 'OPTIONS']
/** Kept in a day, opens and clicks each: letters are passed on, but not to so many. */
const HITS_OF_LETTER = 1000
/** Told by the pixel in a day: anybody with a link can make orders up. */
const ORDERS_OF_CLICK = 10

export interface Recipient {
  (req: IncomingMessage, res: ServerResponse): Soon<void>
  /**
   * Opens and clicks that were answered: how many are not in the store yet, and how many never came
   * there.
   */
  hits(): { waiting: number; lost: number }
  /** What was answered is written and counted. */
  close(): Promise<void>
}

export function createRecipient({
  db,
  keyOf,
  newestKey,
  peerOf,
  originOf = ({ headers }) => `http://${headers.host}`,
  clickParameter,
  conversionDays = 30,
  conversionMax = 10_000_000,
  observe = () => {},
  report,
  patienceMillis = 10_000,
  budget,
}: RecipientOptions): Recipient {
  const means = { db, keyOf, patienceMillis, budget }
  const buffer = createHitBuffer(db, { report })
  const hits = {
    db,
    keyOf,
    newestKey,
    peerOf,
    clickParameter,
    buffer,
    quota: createQuota(HITS_OF_LETTER),
    observe,
    report,
  }
  const webVersions = createWebVersions({ db, keyOf, newestKey })
  const conversions = {
    db,
    keyOf,
    conversionDays,
    conversionMax,
    clickParameter,
    patienceMillis,
    budget,
    quota: createQuota(ORDERS_OF_CLICK),
    observe,
  }

  function hit(req: IncomingMessage, res: ServerResponse, path: string): Soon<void> {
    if (allowed(req, res, READ)) return
    if (/^[^/]*\.gif$/i.test(path))
      return whenHere(opened(path, req, hits), noted =>
        whenHere(noted?.written, () => answerPixel(res)),
      )
    return whenHere(followed(path, req, hits), led =>
      led ? whenHere(led.written, () => answerClick(res, led.target)) : showUnknown(req, res),
    )
  }

  async function unsubscribe(
    req: IncomingMessage,
    res: ServerResponse,
    token: string,
  ): Promise<void> {
    if (allowed(req, res, [...READ, 'POST'])) return
    const language = languageFor(req)
    show(
      req,
      res,
      language,
      req.method === 'POST'
        ? await act(token, req, language, means)
        : await look(token, language, means),
    )
  }

  async function webVersion(
    req: IncomingMessage,
    res: ServerResponse,
    token: string,
  ): Promise<void> {
    if (allowed(req, res, READ)) return
    const page = await webVersions.page(token, originOf(req))
    if (page === undefined) showUnknown(req, res)
    else answerWebVersion(req, res, page)
  }

  async function conversion(
    path: string,
    query: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    if (allowed(req, res, path === 'c' ? ['POST', 'OPTIONS'] : READ)) return
    if (path === 'c') await boughtByServer(req, res, conversions)
    else if (path === 'c.js') answerScript(res, conversions)
    else await boughtByPixel(new URLSearchParams(query), req, res, conversions)
  }

  function found(req: IncomingMessage, res: ServerResponse): Soon<void> {
    const path = pathOf(req.url ?? '')
    if (path.startsWith('/c')) {
      const [, shop = '', query = ''] = /^\/(c(?:\.gif|\.js)?)(?:\?([^#]*))?/.exec(path) ?? []
      return conversion(shop, query, req, res)
    }
    const end = path.search(/[?#]/)
    const token = decoded(path.slice('/t/'.length, end < 0 ? undefined : end))
    if (path.startsWith('/t/')) return hit(req, res, token)
    if (path.startsWith('/w/')) return webVersion(req, res, tokenIn(token))
    return unsubscribe(req, res, tokenIn(token))
  }

  function failed(error: unknown, req: IncomingMessage, res: ServerResponse): void {
    if (error instanceof FormAborted || res.headersSent) {
      res.destroy()
    } else if (error instanceof UnreadableForm) {
      // The rest of the body is not waited for.
      res.setHeader('Connection', 'close')
      if (error.status === 503) res.setHeader('Retry-After', '10')
      showTrouble(req, res, error.status)
    } else {
      report(error, req)
      res.setHeader('Retry-After', '60')
      showTrouble(req, res, 503)
    }
  }

  function answer(req: IncomingMessage, res: ServerResponse): Soon<void> {
    try {
      const answered = found(req, res)
      return answered instanceof Promise
        ? answered.catch(error => failed(error, req, res))
        : answered
    } catch (error) {
      failed(error, req, res)
    }
  }
  return Object.assign(answer, {
    hits: () => ({ waiting: buffer.waiting(), lost: buffer.lost() }),
    close: buffer.close,
  })
}

/** True when the request is answered by its method alone. */
function allowed(
  { method = '' }: IncomingMessage,
  res: ServerResponse,
  methods: string[],
): boolean {
  if (method !== 'OPTIONS' && methods.includes(method)) return false
  res
    .writeHead(method === 'OPTIONS' ? 204 : 405, {
      Allow: methods.join(', '),
      'Cache-Control': 'no-store',
    })
    .end()
  return true
}

const languageFor = ({ headers }: IncomingMessage): Language =>
  languageOf(headers['accept-language'])

function showUnknown(req: IncomingMessage, res: ServerResponse): void {
  const language = languageFor(req)
  show(req, res, language, { status: 404, page: unknownPage(language) })
}

function showTrouble(req: IncomingMessage, res: ServerResponse, status: number): void {
  const language = languageFor(req)
  show(req, res, language, { status, page: troublePage(language) })
}

function show(
  { method }: IncomingMessage,
  res: ServerResponse,
  { code }: Language,
  { status, page }: UnsubscribeResponse,
): void {
  res.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Language': code,
    Vary: 'Accept-Language',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CONTENT_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  })
  res.end(method === 'HEAD' ? undefined : page)
}

/** Of the absolute form that proxies may use, the path. */
const pathOf = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')

/** No token of ours is longer. */
const LONGEST_TOKEN = 4_000

/**
 * A token as people and mail programs write it, with slashes behind it; '' for what is too long to
 * be one.
 */
const tokenIn = (path: string): string =>
  path.length > LONGEST_TOKEN ? '' : path.replace(/(?<!\/)\/+$/, '')

/** Mail programs encode what they think must be: `~` and `.` are in our addresses. */
function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
