/**
 * Conversions reported by shops: `/c.gif` from the page after a purchase, `/c.js` to do so, and
 * `POST /c` from server to server, with a key of the account. Invalid values are rejected with a
 * sentence; an invalid token is not counted, with the same response.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../db/db.ts'
import {
  accountOfKey,
  type ClickOf,
  convert,
  convertAddress,
  readPurchase,
} from '../domain/tracking/convert.ts'
import type { RequestBodies } from '../lib/request-bodies.ts'
import { SOURCE } from '../lib/source-kind.ts'
import { readClickToken } from '../mail/links/click-tokens.ts'
import type { KeyOf } from '../mail/links/signing.ts'
import { readForm } from './form.ts'
import { answerPixel } from './open.ts'
import type { Quota } from './quota.ts'
import { shopScript } from './shop-script.ts'

export interface ConversionContext {
  bodies: RequestBodies
  db: Store
  keyOf: KeyOf
  conversionDays: number
  /** Limits orders per click reported by the pixel. */
  quota: Quota
  /** The largest order value accepted from the pixel. */
  conversionMax: number
  clickParameter: string | undefined
  observe(part: 'conversion', outcome: string): void
}

const SAFE = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

async function clickOf(token: string, keyOf: KeyOf): Promise<ClickOf | undefined> {
  const click = token.length > 200 ? undefined : await readClickToken(token, keyOf)
  if (!click || click.of === 'test') return undefined
  return {
    accountId: click.accountId,
    source: click.of,
    sourceId: click.ofId,
    link: click.link,
    id: click.id,
    at: click.at,
  }
}

export async function convertByPixel(
  query: URLSearchParams,
  { method }: IncomingMessage,
  res: ServerResponse,
  { db, keyOf, conversionDays, conversionMax, quota, observe }: ConversionContext,
): Promise<void> {
  const parameter = (name: string) => query.get(name) ?? ''
  const purchase = readPurchase({
    value: parameter('value'),
    order: parameter('order'),
    currency: parameter('currency'),
  })
  if ('wrong' in purchase) {
    observe('conversion', 'refused')
    return text(res, 400, `${purchase.wrong}\n`)
  }
  if (Number(purchase.value) > conversionMax) {
    observe('conversion', 'refused')
    return text(
      res,
      400,
      `value is at most ${conversionMax} from the page after a purchase; a server may ` +
        `report more.\n`,
    )
  }
  if (method === 'GET') {
    const click = await clickOf(parameter('t'), keyOf)
    const count = (click: ClickOf): Promise<string> | string => {
      const { accountId, source, sourceId, id } = click
      const taken = quota.take({ accountId, kind: SOURCE[source], sourceId, id }, Date.now())
      return taken ? convert(db, click, purchase, conversionDays) : 'over the quota'
    }
    observe('conversion', click ? await count(click) : 'unknown token')
  }
  answerPixel(res)
}

export function answerScript(
  res: ServerResponse,
  { clickParameter, conversionDays }: ConversionContext,
): void {
  const script = shopScript(clickParameter ?? 'pp', conversionDays)
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
  }
  res
    .writeHead(200, { ...SAFE, ...headers, 'Content-Length': Buffer.byteLength(script) })
    .end(script)
}

/** `onlyOf`: the account whose host it is; keys of others are unknown there. */
export async function convertByServer(
  req: IncomingMessage,
  res: ServerResponse,
  means: ConversionContext,
  onlyOf: number | undefined,
): Promise<void> {
  const { db, keyOf, conversionDays, observe } = means
  const [, key = ''] = /^Bearer\s+(\S+)\s*$/i.exec(req.headers.authorization ?? '') ?? []
  const accountId = key === '' ? undefined : await accountOfKey(db, key)
  if (accountId === undefined || accountId !== (onlyOf ?? accountId)) {
    observe('conversion', 'unknown key')
    res.setHeader('WWW-Authenticate', 'Bearer')
    return json(res, 401, {
      counted: false,
      reason: 'The key is missing or unknown: Authorization: Bearer KEY.',
    })
  }
  const field = await readForm(req, means.bodies)
  const purchase = readPurchase({
    value: field('value'),
    order: field('order'),
    currency: field('currency'),
  })
  const refused = (reason: string) => {
    observe('conversion', 'refused')
    return json(res, 400, { counted: false, reason })
  }
  if ('wrong' in purchase) return refused(purchase.wrong)
  const [token, email] = [field('token').trim(), field('email').trim()]
  if (token === '' && email === '') return refused('token or email is missing.')
  const click = token === '' ? undefined : await clickOf(token, keyOf)
  const outcome =
    click?.accountId === accountId
      ? await convert(db, click, purchase, conversionDays)
      : token === ''
        ? await convertAddress(db, accountId, email, purchase, conversionDays)
        : 'no click'
  observe('conversion', outcome)
  json(res, 200, outcome === 'counted' ? { counted: true } : { counted: false, reason: outcome })
}

function json(res: ServerResponse, status: number, body: unknown): void {
  const written = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(written),
    'Cache-Control': 'no-store',
  }
  res.writeHead(status, { ...SAFE, ...headers }).end(written)
}

function text(res: ServerResponse, status: number, body: string): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  res.writeHead(status, { ...SAFE, ...headers }).end(body)
}
