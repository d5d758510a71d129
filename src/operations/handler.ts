/** The type of a handler and of its context. */
import type { Input, OperationName, Output } from '../contract/index.ts'
import type { Store } from '../db/db.ts'
import type { Account } from '../domain/accounts/account.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { KeyHolder } from '../domain/members/api-keys/key-holder.ts'
import type { WebSource } from '../domain/newsletters/web-version.ts'

/** URLs that handlers return to callers. Built by app.ts from the request or PUBLIC_URL. */
export interface Links {
  /** The URL of a login link, which signs in once. */
  login(token: string): string
  /** The URL of the web version of a newsletter, with the blocks that these filters show. */
  webVersion(of: WebSource, blocks: readonly number[]): Promise<string>
}

/** Who calls: the account by its password, which opens everything, or by an API key. */
export interface ProgramCaller {
  account: Account
  key: KeyHolder | undefined
}

export interface Call {
  db: Store
  account: Account
  /** For the audit log. */
  actor: Actor
  links: Links
  /** How long a call may wait for an import before it returns the progress. */
  importWaitMillis: number
  /** Writes to the log; never the values of a call. */
  log(event: string, facts: Record<string, string | number | boolean>): void
}

export type Handler<N extends OperationName> = (call: Call, input: Input<N>) => Promise<Output<N>>

export type Handlers = { [N in OperationName]: Handler<N> }
