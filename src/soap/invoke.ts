/**
 * Runs one call, for all four bindings: arguments, credentials, handler, result, and responses to
 * refusals.
 */
import type { Account } from '../domain/accounts/account.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Call, Handlers, ProgramCaller } from '../operations/handler.ts'
import { type Binding, Fault } from './fault.ts'
import type { Plan, RawParameter } from './plan.ts'
import { type Locate, readArguments } from './read.ts'
import { answerTo, refusals } from './refusals.ts'
import type { Defaults, ResponseBody } from './rows.ts'
import type { Writer } from './write.ts'

export interface RequestFacts {
  /** scheme://host[:port] as the client sees it. */
  origin: string
  /** The client's IP address. */
  peer: string
  /** Identifies the call in the log, and in a server fault. */
  id: string
}

/** The dependencies of calls. */
export interface CallService {
  handlers: Handlers
  /**
   * Throws Refusal('unknown-credentials' | 'too-many-failures'), of an API key also 'not-permitted'
   * and 'not-now'.
   */
  signIn(
    username: string,
    password: string,
    peer: string,
    gone: () => AbortSignal,
  ): Promise<ProgramCaller>
  /** Throws Refusal('not-permitted') for a key that may not call the operation. */
  permit(key: NonNullable<ProgramCaller['key']>, operation: string, input: unknown): Promise<void>
  callFor(program: ProgramCaller, request: RequestFacts): Call
}

/** A request that was routed to an operation and a binding. */
export interface SoapCall {
  plan: Plan
  binding: Binding
  given: readonly (RawParameter | undefined)[]
  locate: Locate
  writer: Writer
  facts: RequestFacts
  /** Aborts when the client disconnects. */
  gone(): AbortSignal
  /** Set after sign-in. */
  account: Account | undefined
}

/**
 * Throws Refusal, Fault, or any other error. Rows that come in batches are not read yet: they may
 * throw as well.
 */
export async function invoke(asked: SoapCall, service: CallService): Promise<ResponseBody> {
  const { plan, given, facts, writer } = asked
  let read: ReturnType<typeof readArguments>
  try {
    read = readArguments(plan, given, asked.locate)
  } catch (error) {
    // An empty result is a response like any other, which only the account may see.
    if (error instanceof Refusal && answerTo(error.reason, plan) === 'empty') {
      const [username = '', password = ''] = [given[0]?.text, given[1]?.text]
      asked.account = (await service.signIn(username, password, facts.peer, asked.gone)).account
    }
    throw error
  }
  const program = await service.signIn(read.username, read.password, facts.peer, asked.gone)
  asked.account = program.account
  if (program.key) await service.permit(program.key, plan.name, read.input)
  const handler = (
    service.handlers as unknown as Record<string, (call: Call, input: unknown) => Promise<unknown>>
  )[plan.name]!
  const output = await handler(service.callFor(program, facts), read.input)
  return writer.write(output, defaultsOf(asked))
}

/** The response to a refusal; throws if it is a Fault. */
export function answerRefusal(asked: SoapCall, { reason, message }: Refusal): ResponseBody {
  const { code } = refusals[reason]
  switch (answerTo(reason, asked.plan)) {
    case 'number':
      return asked.writer.write(code, defaultsOf(asked))
    case 'empty':
      return asked.writer.write([], defaultsOf(asked))
    case 'nil':
      return asked.writer.write(null, defaultsOf(asked))
    case 'fault':
      throw new Fault('Client', message, { refusal: { code, reason }, begun: true })
  }
}

/** No field has a longer name, so there is no such column. */
const LONGEST_NAME = 256

function defaultsOf({ account, plan, given }: SoapCall): Defaults {
  return {
    width: account?.fieldCount ?? 0,
    caption(wire) {
      const place = plan.places.get(wire)
      const text = place === undefined ? undefined : given[place]?.text
      return text !== undefined && text.length <= LONGEST_NAME ? text : undefined
    },
  }
}
