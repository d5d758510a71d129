/** Forms of programs in pages: JSON, from the sites that the account named (CORS). */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkTyped, type Mistake } from '../../domain/sign-ups/keep-sign-up.ts'
import { UnreadableForm } from '../form.ts'
import { keep, type SignUpMeans } from './answers.ts'
import type { ShownForm } from './shown-form.ts'

export interface JsonAnswer {
  status: number
  json: object
  /** The site that may read it. */
  site: string | undefined
}

const MOST_BYTES = 16 * 1024

export const isJson = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && /^\s*application\/json\b/i.test(headers['content-type'] ?? '')

/** The site that a request comes from, if the account named it. */
export function siteOf({ form }: ShownForm, { headers }: IncomingMessage): string | undefined {
  const { origin = '' } = headers
  const isNamed = URL.canParse(origin) && form.hosts.includes(new URL(origin).host)
  return isNamed ? origin : undefined
}

/**
 * `{"email", "name", "fields": {"DD3"}, "lists": [1], "consent": true, "measuring": true,
 * "language"}`
 */
export async function answerJson(
  shown: ShownForm | undefined,
  req: IncomingMessage,
  means: SignUpMeans,
): Promise<JsonAnswer | undefined> {
  const body = await means.bodies.read(req, { sender: 'recipient', most: MOST_BYTES })
  if (!shown) return undefined
  const site = siteOf(shown, req)
  if (site === undefined) return { status: 403, json: { error: 'other-site' }, site }
  const given = readJson(body)
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const fields = (typeof given.fields === 'object' && given.fields) || {}
  const values = Object.fromEntries(
    shown.form.asked.map(field => [
      field,
      text(field === 'name' ? given.name : (fields as Record<string, unknown>)[field]),
    ]),
  )
  const listIds = Array.isArray(given.lists) ? given.lists.slice(0, 100).map(Number) : []
  const email = text(given.email)
  const measured = given.measuring === true
  const checked = checkTyped(shown.form, { email, values, listIds, measured })
  const noConsent: Mistake[] =
    given.consent === true ? [] : [{ field: 'consent', wrong: 'missing' }]
  if (Array.isArray(checked) || noConsent.length > 0) {
    const mistakes = [...(Array.isArray(checked) ? checked : []), ...noConsent]
    return { status: 400, json: { mistakes }, site }
  }
  await keep(shown, checked, text(given.language), req, means)
  return { status: 202, json: { sent: true }, site }
}

function readJson(body: Buffer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body.toString())
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return read as Record<string, unknown>
  } catch {}
  throw new UnreadableForm(400)
}

export function sendJson(res: ServerResponse, { status, json, site }: JsonAnswer): void {
  const text = JSON.stringify(json)
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    Vary: 'Origin',
    ...(site !== undefined && { 'Access-Control-Allow-Origin': site }),
  })
  res.end(text)
}

/** What a browser asks before it posts JSON to another site. */
export function sendPreflight(res: ServerResponse, site: string | undefined): void {
  res.writeHead(204, {
    Allow: 'GET, HEAD, OPTIONS, POST',
    'Cache-Control': 'no-store',
    Vary: 'Origin',
    ...(site !== undefined && {
      'Access-Control-Allow-Origin': site,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Content-Type',
    }),
  })
  res.end()
}
