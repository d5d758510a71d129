/** One successful call of a changing route, and its prerequisites. */
import type { ApiAnswer, ApiClient } from './api-setup.ts'

export type Ids = Record<string, unknown>

export interface World {
  ask(text: string, values?: unknown[]): Promise<unknown>
  accountId: number
  call: ApiClient
  visitor: ApiClient
  origin: string
  ids: Ids
  /** A file of addresses. */
  file: string
}

export interface AuditStep {
  /** `POST /lists` */
  key: string
  action: string
  body?: unknown
  query?: ((ids: Ids) => string) | undefined
  /** Instead of the account. */
  as?: ((world: World) => ApiClient) | undefined
  before?: ((world: World) => Promise<unknown>) | undefined
  after?: ((made: ApiAnswer, world: World) => unknown) | undefined
}

type More = Omit<AuditStep, 'key' | 'action' | 'body'>
export const step = (key: string, action: string, body?: unknown, more: More = {}): AuditStep => ({
  key,
  action,
  body: body ?? (key.startsWith('DELETE') ? undefined : {}),
  ...more,
})

export const keeping =
  (name: string, of = 'id') =>
  ({ body }: ApiAnswer, { ids }: World) => {
    ids[name] = body[of]
  }
export const row =
  (text: string, ...names: string[]) =>
  ({ ask, accountId, ids }: World) =>
    ask(text, [accountId, ...names.map(name => ids[name])])
