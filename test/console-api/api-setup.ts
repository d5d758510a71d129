/** Calls of the JSON API by real HTTP, as a person with a session or as a program. */
import assert from 'node:assert/strict'
import { sessionCookie } from '../../src/console-api/visitor.ts'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { openSession } from '../../src/domain/accounts/session.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { LOW_COST } from '../support/password-cost.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
type Json = any

export interface ApiAnswer {
  status: number
  headers: Headers
  body: Json
}

export type ApiClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>

const typeOf = (body: unknown): string =>
  body instanceof Uint8Array ? 'application/octet-stream' : 'application/json'

const bytesOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body)

const isJson = ({ headers }: Response) => /json$/.test(headers.get('content-type')!.split(';')[0]!)

export const apiClient =
  (origin: string, own: Record<string, string>): ApiClient =>
  async (method, path, body, headers = {}) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...own,
        ...(body !== undefined && { 'Content-Type': typeOf(body) }),
        ...headers,
      },
      ...(body !== undefined && { body: bytesOf(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : isJson(answer) ? JSON.parse(text) : text,
    }
  }

export const PASSWORD = 'correct horse battery staple'

export interface ApiSetup {
  running: RunningApp
  accountId: number
  /** As the account, signed in. */
  call: ApiClient
  /** Another account, signed in. */
  stranger: ApiClient
}

export async function apiSetup(env: Record<string, string> = {}): Promise<ApiSetup> {
  const running = await startApp(env)
  const { store, origin } = running
  const clientOf = async (accountId: number) => {
    const session = await openSession(store, accountId)
    // Tests of a process that runs many files may begin long after their setup.
    const text = "update sessions set confirmed_at = 'infinity' where account_id = $1"
    await store.run({ name: '', text, again: false }, [accountId])
    const cookie = `${sessionCookie.name(running.config.http.publicUrl ?? origin)}=${session}`
    return apiClient(origin, { cookie, 'X-Pennypost-Console': '1' })
  }
  const newAccount = async (username: string) =>
    (await addAccount(store, { username, password: PASSWORD, cost: LOW_COST }))!.id
  const accountId = await newAccount('shop')
  const other = await newAccount('other')
  return { running, accountId, call: await clientOf(accountId), stranger: await clientOf(other) }
}

export interface ListOfPeople {
  listId: number
  /** Adds a subscriber with an address of its own, unless `more` has one. */
  add(more?: object): Promise<Json>
}

/** A list, and how its subscribers are added. */
export async function listOfPeople({ call }: ApiSetup): Promise<ListOfPeople> {
  const list = { name: 'Customers', fromEmail: 'news@example.com' }
  const listId = (await call('POST', '/lists', list)).body.id
  let people = 0
  return {
    listId,
    async add(more = {}) {
      const email = `someone${++people}@example.com`
      const made = await call('POST', '/subscribers', { listId, email, ...more })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body
    },
  }
}

export const emailsOf = (items: { email: string }[]): string[] => items.map(({ email }) => email)
