/** Calls of the JSON API with the session cookie. */
import { isAttended } from './attended.ts'

interface Problem
  extends Partial<Record<'detail' | 'title' | 'reason' | 'call' | 'field', string>> {
  at?: ApiFailure['at']
}

/** A call that the service refused or could not carry out. */
export class ApiFailure extends Error {
  readonly status: number
  readonly reason: string
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
    this.call = problem.call ?? ''
    this.field = problem.field ?? ''
    this.at = problem.at
  }
}

interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** The ETag that the change is based on. */
  ifMatch?: string
  /** The same call again, after a lost reply, is carried out once. */
  idempotencyKey?: string
}

export interface ApiResult<Answer> {
  value: Answer
  tag: string
}

/** Calls /api/v1; throws an ApiFailure, or the error of fetch without an answer. */
export async function callApi<Answer>(
  path: string,
  { method = 'GET', body, ifMatch, idempotencyKey }: CallOptions = {},
): Promise<ApiResult<Answer>> {
  const answer = await fetch(`/api/v1${path}`, {
    method,
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
  const value = (text === '' ? undefined : JSON.parse(text)) as Answer
  return { value, tag: answer.headers.get('ETag') ?? '' }
}

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

/** All pages of a list that is known to be short. */
export async function allPages<Item>(
  path: string,
  given: Record<string, string> = {},
): Promise<Item[]> {
  const items: Item[] = []
  let after: string | null = null
  do {
    const query = new URLSearchParams({
      ...given,
      limit: '200',
      ...(after === null ? {} : { after }),
    })
    const { value }: ApiResult<ApiPage<Item>> = await callApi(`${path}?${query}`)
    items.push(...value.items)
    after = value.next
  } while (after !== null)
  return items
}
