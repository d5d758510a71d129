/**
 * A wire: the HTTP API of a provider of email, as far as it is served here. It translates: their
 * request becomes the input of our actions, and our outcome their answer. It has no rule of its own
 * about emails.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ActionName, Actions, CallProblem } from '../../console-api/v1/program-calls.ts'
import type { ProgramBinding } from '../../domain/programs/bindings.ts'

/** Whether a value of their request has an effect here. */
export type ValueUse =
  | 'served'
  /** Only a measurement, or nothing at all, depends on it: it is read over, and counted. */
  | 'ignored'
  /** Something else would be sent without it: the call is refused, and counted. */
  | 'refused'

export interface WireAnswer {
  status: number
  /** JSON; undefined: there is none. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface WireCall {
  accountId: number
  /** The parameters of the path, decoded. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: unknown
  /** Of the Idempotency-Key, for `identifier` of emails; empty without one. */
  identifier: string
  actions: Actions
  /** Counts a value that has no effect, by its name in the table of the wire. */
  unserved(name: string): void
}

export type WireRoute = ReadingRoute | ChangingRoute

interface ReadingRoute extends RouteFacts {
  method: 'GET'
}

interface ChangingRoute extends RouteFacts {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The action whose rights its caller needs, also where nothing is left to change. */
  needs: ActionName
}

interface RouteFacts {
  /** Below the prefix of the wire: `/emails/:id`. */
  path: string
  /** Missing: no body is read. */
  body?: 'json' | 'form' | 'json or form'
  run(call: WireCall): Promise<WireAnswer>
}

type WireName = Extract<ProgramBinding, 'resend' | 'postmark' | 'sendgrid' | 'mailgun'>

export interface ProviderWire {
  /** Also the prefix of its addresses: /resend. */
  name: WireName
  routes: readonly WireRoute[]
  /** Beginnings of paths of the provider that are not served, without their first slash. */
  unservedRoutes: readonly string[]
  /** The values of an email in the request. */
  values: Readonly<Record<string, ValueUse>>
  /** The key of the account, where this provider has its own; undefined: there is none. */
  keyIn(req: IncomingMessage): string | undefined
  /** A refusal or a fault as this provider tells it. */
  problem(problem: CallProblem): WireAnswer
}
