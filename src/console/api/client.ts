/** Calls of the JSON API with the session cookie, typed by the table of actions. */
import type { AnswerOf, CallInput } from '../../actions/action.ts'
import type { DetailCode } from '../../actions/problem.ts'
import type { actions } from '../../actions/table.ts'
import { isAttended } from './attended.ts'

type ByRoute = { [One in (typeof actions)[number] as One['route']]: One }

/** `PATCH /lists/:listId` */
export type CallName = keyof ByRoute
export type CallAnswer<Name extends CallName> = AnswerOf<ByRoute[Name]>
export type CallBody<Name extends CallName> = NonNullable<CallInput<ByRoute[Name]>['body']>
export type CallQuery<Name extends CallName> = NonNullable<CallInput<ByRoute[Name]>['query']>

interface ChangeHeaders {
  /** The ETag that the change is based on. */
  ifMatch?: string
  /** The same call again, after a lost reply, is carried out once. */
  idempotencyKey?: string
}

type Given<Name extends CallName> = CallInput<ByRoute[Name]> & ChangeHeaders
/** A route that reads nothing is called by its name alone. */
type Arguments<Name extends CallName> =
  Record<never, never> extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>]

interface Problem
  extends Partial<Record<'detail' | 'title' | 'reason' | 'call' | 'field', string>> {
  at?: ApiFailure['at']
  code?: DetailCode
  values?: ApiFailure['values']
  because?: ApiFailure['because']
  finding?: ApiFailure['finding']
}

/** A call that the service refused or could not carry out. */
export class ApiFailure extends Error {
  readonly status: number
  readonly reason: string
  /** The detail (its words: words/detail-words.ts), and its values. */
  readonly code: DetailCode | undefined
  readonly values: Record<string, string | number>
  /** The sentences of the value `says`. */
  readonly because: { code: DetailCode; values: Record<string, string | number> }[]
  /** The value `says`, if it is what a check of an email has found. */
  readonly finding: { code: string; values: Record<string, string | number> } | undefined
  /** The number of the call in the log. */
  readonly call: string
  /** The value that is wrong: `body.name`. */
  readonly field: string
  /** The place of a mistake in a source or a block. */
  readonly at: { block?: string; part?: string; line: number; column: number } | undefined

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`)
    this.status = status
    this.reason = problem.reason ?? ''
    this.code = problem.code
    this.values = problem.values ?? {}
    this.because = problem.because ?? []
    this.finding = problem.finding
    this.call = problem.call ?? ''
    this.field = problem.field ?? ''
    this.at = problem.at
  }
}

export interface TaggedAnswer<Value> {
  value: Value
  /** The ETag. */
  tag: string
}

interface Untyped extends ChangeHeaders {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

function pathOf(route: string, { params = {}, query = {} }: Untyped): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  return `/api/v1${path}${asked.length > 0 ? `?${search}` : ''}`
}

/** The address of a file, for a link. */
export const addressOf = <Name extends CallName & `GET ${string}`>(
  route: Name,
  ...[given]: Arguments<Name>
): string => pathOf(route, given ?? {})

/** Calls /api/v1; throws an ApiFailure, or the error of fetch without an answer. */
async function send(route: string, given: Untyped = {}): Promise<TaggedAnswer<unknown>> {
  const { body, ifMatch, idempotencyKey } = given
  const answer = await fetch(pathOf(route, given), {
    method: route.split(' ')[0]!,
    headers: {
      Accept: 'application/json',
      // Forms of other sites can't send it.
      'X-Pennypost-Console': isAttended() ? '1' : 'unattended',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new ApiFailure(answer.status, problemOf(text))
  const value: unknown = text === '' ? undefined : JSON.parse(text)
  return { value, tag: answer.headers.get('ETag') ?? '' }
}

/** The answer with its ETag, for what is changed only while it is as it was read. */
export const callTagged = <Name extends CallName>(route: Name, ...[given]: Arguments<Name>) =>
  send(route, given) as Promise<TaggedAnswer<CallAnswer<Name>>>

/** `call('GET /lists/:listId', { params: { listId } })`: the answer is that of the action. */
export const call = async <Name extends CallName>(route: Name, ...[given]: Arguments<Name>) =>
  (await send(route, given)).value as CallAnswer<Name>

/** A proxy in front may answer with a page of its own. */
export function problemOf(text: string): Problem {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

export interface ApiPage<Item> {
  items: Item[]
  next: string | null
}

type PagedRoute = {
  [Name in CallName]: CallAnswer<Name> extends ApiPage<unknown> ? Name : never
}[CallName]

/** All pages of a list that is known to be short. */
export async function allPages<Name extends PagedRoute>(
  route: Name,
  query: Omit<CallQuery<Name>, 'after' | 'limit'> = {} as CallQuery<Name>,
) {
  type Page = ApiPage<CallAnswer<Name>['items'][number]>
  const items: Page['items'] = []
  let after: string | undefined
  do {
    const given = { query: { ...query, limit: 200, after } }
    const page = (await send(route, given)).value as Page
    items.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined)
  return items
}
