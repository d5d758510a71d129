/** The type of a handler, and what a handler is given. */
import type { Input, OperationName, Output } from '../contract/index.ts'
import type { Store } from '../db/db.ts'
import type { Account } from '../domain/accounts/account.ts'
import type { WebSource } from '../domain/newsletters/web-version.ts'

/**
 * Addresses that a handler may owe its caller. Made by the hallway from the request or PUBLIC_URL.
 */
export interface Links {
  /** Where a login link leads: opened once, it signs the person in. */
  login(token: string): string
  /** Where the web version of a newsletter lies, with the parts that these filters show. */
  webVersion(of: WebSource, blocks: readonly number[]): string
}

export interface Call {
  db: Store
  account: Account
  links: Links
  /** How long a call may wait for an import before it answers how far that is. */
  importWaitMillis: number
  /** Says something to the operator; never the values of a call. */
  log(event: string, facts: Record<string, string | number | boolean>): void
}

export type Handler<N extends OperationName> = (call: Call, input: Input<N>) => Promise<Output<N>>

export type Handlers = { [N in OperationName]: Handler<N> }
