/**
 * The HTTP endpoints for recipients, on plain node:http: `/t/` links and the pixel (hits.ts), `/u/`
 * unsubscribing (unsubscribe.ts), `/s/` measuring (measuring.ts), `/r/` shared reports (report/),
 * `/f/` and `/o/` sign-up forms (sign-up/), `/p/` and `/d/` preferences, `/w/` web versions, `/m/`
 * pictures (media.ts), `/a/` published newsletters (published/), `/c...` conversions
 * (conversion.ts). Their addresses stay in emails for years. GET requests change only counts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import { languageOfReader } from '../domain/forms/reader-language.ts'
import type { ObjectStore } from '../lib/object-store.ts'
import { percentDecoded } from '../lib/percent-decoding.ts'
import type { RequestBodies } from '../lib/request-bodies.ts'
import { readHit } from '../mail/links/links.ts'
import type { KeyOf, MacKey } from '../mail/links/signing.ts'
import { isOfAccount } from './account-of-address.ts'
import { answerClick } from './click.ts'
import { answerScript, convertByPixel, convertByServer } from './conversion.ts'
import { createHitBuffer } from './hit-buffer.ts'
import { recordClick, recordOpen } from './hits.ts'
import { languageAsked } from './language.ts'
import { showMeasuring, submitMeasuring } from './measuring.ts'
import { createMedia } from './media.ts'
import { answerPixel } from './open.ts'
import { pathOf, tokenIn } from './paths.ts'
import { plainLookAt } from './plain-look.ts'
import { answerData } from './preferences/data.ts'
import { answerPreferences } from './preferences/routes.ts'
import { answerPublished, createPublished } from './published/routes.ts'
import { createQuota } from './quota.ts'
import { answerReport, createSharedPages } from './report/shared-report.ts'
import { showFailure, showPage, showUnknown } from './show-page.ts'
import { answerOldForm } from './sign-up/old-form.ts'
import { answerConfirmation, answerForm, answerPreflight, sendAnswer } from './sign-up/routes.ts'
import { createShownForms } from './sign-up/shown-form.ts'
import { showUnsubscribe, submitUnsubscribe } from './unsubscribe.ts'
import { answerWebVersion, createWebVersions } from './web-version.ts'

export type RecipientPart = 'view' | 'click' | 'conversion'

export interface RecipientOptions {
  db: Store
  /** All keys that addresses were ever signed with. */
  keyOf: KeyOf
  newestKey(): MacKey
  peerOf(req: IncomingMessage): string
  /** The origin of the installation, for links in emails. */
  installation?: string
  /** Our origin (scheme and host) as the client sees it. */
  originOf?(req: IncomingMessage): string
  clickParameter?: string | undefined
  /** How long after a click a purchase is attributed to it. */
  conversionDays?: number
  /** The largest order value accepted without a key. */
  conversionMax?: number
  observe?(part: RecipientPart, outcome: string): void
  report(error: unknown, req?: IncomingMessage): void
  /** Of pictures; undefined: they are in the store. */
  objectStore?: ObjectStore | undefined
  bodies: RequestBodies
}

/** Pages in the brand of an account, by the first part of their path. */
const BRANDED: Record<string, typeof answerForm> = {
  d: answerData,
  f: answerForm,
  o: answerConfirmation,
  p: answerPreferences,
}
const READ = ['GET', 'HEAD', 'OPTIONS']
/** Per day, opens and clicks each: emails are forwarded, but not to that many. */
const HITS_PER_MESSAGE = 1000
/** Per day, by the pixel: anyone with a link can invent orders. */
const ORDERS_PER_CLICK = 10

/** The account whose host it is; undefined: the host of the installation. */
type OnlyOf = number | undefined

export interface Recipient {
  /** `onlyOf`: the account whose host it is; the addresses of others lead nowhere there. */
  (req: IncomingMessage, res: ServerResponse, onlyOf?: number): Promise<void>
  /** Opens and clicks that were acknowledged: not stored yet, and lost. */
  hits(): { waiting: number; lost: number }
  /** Resolves when acknowledged hits are written. */
  close(): Promise<void>
}

export function createRecipient({
  db,
  keyOf,
  newestKey,
  peerOf,
  installation = 'http://localhost',
  originOf = ({ headers }) => `http://${headers.host}`,
  clickParameter,
  conversionDays = 30,
  conversionMax = 10_000_000,
  observe = () => {},
  report,
  bodies,
  objectStore,
}: RecipientOptions): Recipient {
  const means = {
    db,
    keyOf,
    bodies,
    newestKey,
    peerOf,
    installation,
    forms: createShownForms(db, installation),
  }
  const buffer = createHitBuffer(db, { report })
  const hits = {
    db,
    newestKey,
    peerOf,
    clickParameter,
    buffer,
    quotas: {
      view: createQuota(HITS_PER_MESSAGE),
      click: createQuota(HITS_PER_MESSAGE),
      look: createQuota(HITS_PER_MESSAGE),
    },
    observe,
  }
  const media = createMedia(db, objectStore)
  const sharedPage = createSharedPages({ db, keyOf })
  const webVersions = createWebVersions({ db, keyOf, newestKey })
  const publicPage = createPublished(means)
  const conversions = {
    db,
    keyOf,
    conversionDays,
    conversionMax,
    clickParameter,
    bodies,
    quota: createQuota(ORDERS_PER_CLICK),
    observe,
  }

  async function hit(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    onlyOf: OnlyOf,
  ): Promise<void> {
    if (allowed(req, res, READ)) return
    const read = readHit(path, keyOf)
    const signed = read instanceof Promise ? await read : read
    if (/^[^/]*\.gif$/i.test(path)) {
      await recordOpen(signed, req, hits)?.written
      return answerPixel(res)
    }
    const click = recordClick(signed, req, hits)
    await click?.written
    if (click) answerClick(res, click.target())
    else showUnknown(req, res, onlyOf)
  }

  async function choice(
    req: IncomingMessage,
    res: ServerResponse,
    token: string,
    [shown, submit]: typeof UNSUBSCRIBE,
    onlyOf: OnlyOf,
  ): Promise<void> {
    if (allowed(req, res, [...READ, 'POST'])) return
    const answer = await (req.method === 'POST' ? submit(token, req, means) : shown(token, means))
    const { accountId, subscriberId } = answer
    if (accountId === undefined) return showPage(req, res, answer, plainLookAt(onlyOf))
    const failed = (error: unknown) => void report(error, req)
    // Read after the change: whoever unsubscribes has done so, even if no brand can be read.
    const look = await means.forms.look(accountId).catch(failed)
    const spoken =
      languageAsked(req.url) ??
      (subscriberId && (await languageOfReader(db, accountId, subscriberId).catch(failed)))
    showPage(req, res, answer, look || undefined, spoken || undefined)
  }

  async function signUp(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    token: string,
    onlyOf: OnlyOf,
  ): Promise<void> {
    if (req.method === 'OPTIONS') return answerPreflight(token, req, res, means)
    if (allowed(req, res, [...READ, 'POST'])) return
    const answers = BRANDED[/^\/([dfop])(?:[/?#]|$)/.exec(path)?.[1] ?? ''] ?? answerOldForm
    const answer = await answers(token, path, req, { ...means, onlyOf })
    if (answer) sendAnswer(req, res, answer)
    else showUnknown(req, res, onlyOf)
  }

  async function conversion(
    path: string,
    query: string,
    req: IncomingMessage,
    res: ServerResponse,
    onlyOf: OnlyOf,
  ): Promise<void> {
    if (allowed(req, res, path === 'c' ? ['POST', 'OPTIONS'] : READ)) return
    if (path === 'c') await convertByServer(req, res, conversions, onlyOf)
    else if (path === 'c.js') answerScript(res, conversions)
    else await convertByPixel(new URLSearchParams(query), req, res, conversions)
  }

  async function picture(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    if (!allowed(req, res, READ)) await media(req, res, path)
  }

  function route(req: IncomingMessage, res: ServerResponse, onlyOf: OnlyOf): Promise<void> {
    const path = pathOf(req.url ?? '')
    if (path.startsWith('/c')) {
      const [, shop = '', query = ''] = /^\/(c(?:\.gif|\.js)?)(?:\?([^#]*))?/.exec(path) ?? []
      return conversion(shop, query, req, res, onlyOf)
    }
    const end = path.search(/[?#]/)
    const accept = req.headers['accept-language']
    if (path.startsWith('/m/')) return picture(req, res, end < 0 ? path : path.slice(0, end))
    const shown = <Page>(
      page: () => Promise<Page | undefined>,
      answer: (req: IncomingMessage, res: ServerResponse, page: Page) => void,
    ) => showIfThere(req, res, onlyOf, page, answer)
    if (path.startsWith('/a/'))
      return shown(() => publicPage(path, originOf(req), accept), answerPublished)
    // Mail programs may percent-encode `~` and `.` of our addresses.
    const token = percentDecoded(path.slice('/t/'.length, end < 0 ? undefined : end))
    if (path.startsWith('/t/')) return hit(req, res, token, onlyOf)
    if (/^\/(?:(?:[dfo]|public)\/|p(?:[/?#]|$))/i.test(path))
      return signUp(req, res, path, tokenIn(token), onlyOf)
    if (path.startsWith('/r/')) return shown(() => sharedPage(tokenIn(token), accept), answerReport)
    if (path.startsWith('/w/'))
      return shown(() => webVersions.page(tokenIn(token), originOf(req)), answerWebVersion)
    const pages = path.startsWith('/s/') ? MEASURING : UNSUBSCRIBE
    return choice(req, res, tokenIn(token), pages, onlyOf)
  }

  const answer = async (
    req: IncomingMessage,
    res: ServerResponse,
    onlyOf?: number,
  ): Promise<void> => {
    try {
      if (onlyOf !== undefined && !isOfAccount(req.url ?? '', onlyOf)) showUnknown(req, res, onlyOf)
      else await route(req, res, onlyOf)
    } catch (error) {
      showFailure(error, req, res, report)
    }
  }
  return Object.assign(answer, {
    hits: () => ({ waiting: buffer.waiting(), lost: buffer.lost() }),
    close: buffer.close,
  })
}

/** A page that is read, and may not be there. */
async function showIfThere<Page>(
  req: IncomingMessage,
  res: ServerResponse,
  onlyOf: OnlyOf,
  page: () => Promise<Page | undefined>,
  answer: (req: IncomingMessage, res: ServerResponse, page: Page) => void,
): Promise<void> {
  if (allowed(req, res, READ)) return
  const found = await page()
  if (found === undefined) showUnknown(req, res, onlyOf)
  else answer(req, res, found)
}

/** Pages with one choice: shown, and its form. */
const UNSUBSCRIBE = [showUnsubscribe, submitUnsubscribe] as const
const MEASURING: typeof UNSUBSCRIBE = [showMeasuring, submitMeasuring]

/** Answers by the method alone; true if it did. */
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
