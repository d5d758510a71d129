/**
 * What a receiver says about SPF, DKIM and DMARC in Authentication-Results (RFC 8601). Only fields
 * of its own authserv-id count: a relay on the way may have written others.
 */
import type { HeaderFields } from './structure.ts'

export interface Authentication {
  /** Empty: the receiver leaves it out, as Exchange does. */
  authserv: string
  /** `pass`, `fail`, `none` and so on; null: it says nothing. */
  spf: string | null
  dkim: string | null
  dmarc: string | null
}

/** Fields that are read, and characters of each. */
const MOST_FIELDS = 20
const LONGEST_FIELD = 8_000
const METHOD = /^(spf|dkim|dmarc)(?:\/\d{1,3})? ?= ?([a-z]{1,20})\b/i
const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i

/** `receivers`: hosts and domains of the mailbox that the message was found in. */
export function authenticationOf(
  fields: HeaderFields,
  receivers: readonly string[],
): Authentication | undefined {
  const read = (fields.get('authentication-results') ?? [])
    .slice(0, MOST_FIELDS)
    .map(field => partsOf(field.slice(0, LONGEST_FIELD)))
  const [newest] = read
  if (!newest) return undefined
  const own = new Set([...receivers, lastReceiver(fields)].map(organisation))
  const isOwn =
    newest.authserv === ''
      ? read.length === 1 && newest.results.length > 0
      : own.has(organisation(newest.authserv))
  if (!isOwn) return undefined
  const results = read
    .filter(({ authserv }) => authserv === newest.authserv)
    .flatMap(({ results: said }) => said)
  return {
    authserv: newest.authserv,
    spf: resultOf(results, 'spf'),
    dkim: resultOf(results, 'dkim'),
    dmarc: resultOf(results, 'dmarc'),
  }
}

interface Result {
  method: string
  result: string
}

/** Of several signatures one that passes is enough. */
function resultOf(results: readonly Result[], method: string): string | null {
  const said = results.filter(one => one.method === method).map(({ result }) => result)
  return said.includes('pass') ? 'pass' : (said[0] ?? null)
}

function partsOf(field: string): { authserv: string; results: Result[] } {
  const parts = withoutComments(field)
    .split(';')
    .map(part => part.replaceAll(/[\t\r\n ]/g, ' ').trim())
  const [first = ''] = parts
  // A version may follow: `mx.example.com 1`.
  const name = first.split(' ')[0]!.toLowerCase()
  const results = parts.flatMap(part => {
    const [, method, result] = METHOD.exec(part) ?? []
    return method && result ? [{ method: method.toLowerCase(), result: result.toLowerCase() }] : []
  })
  return { authserv: HOST.test(name) ? name : '', results }
}

/** Comments nest, and quoted strings may hold parentheses (RFC 5322, 3.2.2). */
function withoutComments(field: string): string {
  let [plain, depth, quoted] = ['', 0, false]
  for (let at = 0; at < field.length; at++) {
    const letter = field[at]!
    if (letter === '\\') at++
    else if (depth === 0 && letter === '"') quoted = !quoted
    else if (!quoted && letter === '(') depth++
    else if (!quoted && letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && !quoted) plain += letter
  }
  return plain
}

/** The host that took the message over last, as far as it is named. */
function lastReceiver(fields: HeaderFields): string {
  for (const field of (fields.get('received') ?? []).slice(0, MOST_FIELDS)) {
    const [, host = ''] = /\bby ([a-z0-9][a-z0-9.-]{1,252})/i.exec(field.slice(0, 1_000)) ?? []
    if (/[a-z]\.?$/i.test(host) && host.includes('.')) return host
  }
  return ''
}

/** `mx.google.com` is of google.com; `mx.example.co.uk` of example.co.uk. */
function organisation(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && second.length <= 3 ? -3 : -2).join('.')
}
