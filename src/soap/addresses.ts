/**
 * Routes the path and query of a request's URL, and serves the documents: description and help
 * pages.
 */
import type { ServerResponse } from 'node:http'
import { percentDecoded } from '../lib/percent-decoding.ts'
import { sendPage } from './answer.ts'
import type { Documents } from './documents.ts'
import { CACHE, HttpRejection, quoted } from './fault.ts'
import type { RequestFacts } from './invoke.ts'
import { ownValuesIn } from './own-values.ts'

export interface Address {
  /** The path up to and including `.asmx`, in the letter case of the request. */
  path: string
  /** The path is `/`, which has the help page too. */
  root: boolean
  /** What follows the path and a slash; undefined if nothing does. */
  operation: string | undefined
  /** Without the question mark. */
  query: string
}

export const SERVICE_PATH = '/externalapiservice.asmx'

/** Undefined if the URL is not one of the service's. */
export function addressOf(url: string): Address | undefined {
  const question = url.indexOf('?')
  const whole = plainPath(pathOf(question < 0 ? url : url.slice(0, question)))
  const query = question < 0 ? '' : url.slice(question + 1)
  if (whole === '/') return { path: SERVICE_PATH, root: true, operation: undefined, query }
  const path = whole.slice(0, SERVICE_PATH.length)
  if (path !== SERVICE_PATH && path.toLowerCase() !== SERVICE_PATH) return undefined
  const tail = whole.slice(path.length)
  if (tail === '') return { path, root: false, operation: undefined, query }
  return tail.startsWith('/') ? { path, root: false, operation: tail.slice(1), query } : undefined
}

/** Resolves escapes, repeated slashes and dot segments, as web servers do before routing. */
function plainPath(path: string): string {
  return path.length > LONGEST_PATH ? path : percentDecoded(path).replace(/\/(?:\.?\/)+/g, '/')
}

/** Our longest path, with every character escaped, has a tenth of this. */
const LONGEST_PATH = 4096

/** A proxy may send an absolute URL as the request target. */
function pathOf(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '') || '/'
}

/** A GET without an operation: the description, the page of one operation, or the list of all. */
export function answerDocument(
  res: ServerResponse,
  documents: Documents,
  address: Address,
  facts: RequestFacts,
): void {
  const [type, body] = documentAt(documents, address, facts)
  sendPage(res, { status: 200, type: `${type}; charset=utf-8`, cache: CACHE, body })
}

function documentAt(
  documents: Documents,
  address: Address,
  facts: RequestFacts,
): [type: string, body: string] {
  const url = facts.origin + address.path
  const query = new URLSearchParams(address.query)
  const bare = firstFlag(query, 'wsdl', 'disco')
  if (bare === 'wsdl') return ['text/xml', documents.wsdl(url)]
  if (bare === 'disco') return ['text/xml', documents.disco(url)]
  const described = firstOf(query, 'wsdl') ?? firstOf(query, 'schema')
  if (described !== undefined)
    throw new HttpRejection(
      500,
      'no-such-document',
      `There is no description ${quoted(described)}.`,
      true,
    )
  const operation = firstOf(query, 'op')
  const own = ownValuesIn(query)
  if (operation === undefined) return ['text/html', documents.help(url, own)]
  const page = documents.operationPage(url, operation, isLocal(facts.peer), own)
  return ['text/html', page ?? documents.methodNotFound(url, operation)]
}

/** The first of these words that is in the query without a value. */
function firstFlag(query: URLSearchParams, ...words: string[]): string | undefined {
  for (const [key, value] of query)
    if (value === '' && words.includes(key.toLowerCase())) return key.toLowerCase()
  return undefined
}

function firstOf(query: URLSearchParams, name: string): string | undefined {
  for (const [key, value] of query) if (key.toLowerCase() === name) return value
  return undefined
}

const isLocal = (peer: string): boolean => peer === '::1' || /^(::ffff:)?127\./.test(peer)

export const onlyGet = (method: string | undefined): HttpRejection =>
  new HttpRejection(
    405,
    'method',
    `The HTTP verb ${quoted(method ?? '')} used to access this path is not allowed.`,
    true,
  )

export const unrecognized = (operation: string): HttpRejection =>
  new HttpRejection(
    500,
    'method',
    `Request format is unrecognized for URL unexpectedly ending in '/${quoted(operation)}'.`,
    true,
  )
