/**
 * A typed client of the service, in any of its four bindings, derived from the contract: one
 * function per operation. Numbers are answered as they come, refusals (negative) included; faults
 * are thrown as ServiceFault.
 */
import http from 'node:http'
import https from 'node:https'
import {
  type Contract,
  contract,
  entryOf,
  type Input,
  type OperationName,
} from '../../../src/contract/index.ts'
import type {
  DatasetResult,
  Field,
  Fields,
  RecordResult,
  RecordsResult,
  ValueResult,
} from '../../../src/contract/types.ts'
import { readAnswer, type WireAnswer } from './answer.ts'
import { type Binding, requestOf, type Texts, textsOf } from './request.ts'

export interface ClientOptions {
  /** Up to and including `/externalapiservice.asmx`. */
  url: string
  namespace: string
  username: string
  password: string
  binding: Binding
  /**
   * Connections are kept alive by default; give an agent to share them or to limit their number.
   */
  agent?: http.Agent
}

// ---- what an operation takes and gives

/**
 * Texts and lists that are left out are empty; numbers, booleans and moments must be given unless
 * the contract says otherwise.
 */
type MayBeLeftOut<T> = undefined extends T ? true : [T] extends [string | number[]] ? true : false

export type CallInput<N extends OperationName> = {
  [K in keyof Input<N> as MayBeLeftOut<Input<N>[K]> extends true ? never : K]: Input<N>[K]
} & { [K in keyof Input<N> as MayBeLeftOut<Input<N>[K]> extends true ? K : never]?: Input<N>[K] }

/** A moment is read into a Date; a cell without a value is null. */
type Read<T> = Date extends T ? Exclude<T, string> : T
type AnsweredRecord<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer T> ? Read<T> : never
}
type AnsweredRow<F extends Fields> = {
  [K in keyof F]: F[K] extends { spread: 'numbered' }
    ? string[]
    : F[K] extends { spread: 'captioned' }
      ? Record<string, string>
      : F[K] extends Field<infer T>
        ? Read<T>
        : never
}

export type Answer<N extends OperationName> = Contract[N]['result'] extends infer R
  ? R extends ValueResult<infer T>
    ? T
    : R extends RecordResult<infer F>
      ? AnsweredRecord<F>
      : R extends RecordsResult<infer F>
        ? AnsweredRecord<F>[]
        : R extends DatasetResult<infer F>
          ? AnsweredRow<F>[]
          : never
  : never

type Arguments<N extends OperationName> =
  Record<never, never> extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>]

export type Client = { [N in OperationName]: (...input: Arguments<N>) => Promise<Answer<N>> }

// ---- calling

export function createClient(options: ClientOptions): Client {
  const { username, password, namespace, binding } = options
  const exchange = createExchange(options)
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<unknown> => {
    const operation = entryOf(name)!
    const texts = textsOf(operation, { ...input, username, password }, binding)
    return readAnswer(name, operation, binding, await exchange(name, texts, namespace, binding))
  }
  const calls = Object.keys(contract).map(name => [
    name,
    (input?: Record<string, unknown>) => call(name, input),
  ])
  return Object.fromEntries(calls) as Client
}

export type Exchange = (
  name: string,
  texts: Texts,
  namespace: string,
  binding: Binding,
) => Promise<WireAnswer>

/**
 * One request and its answer, as texts. Nothing is sent twice: a call may have been carried out
 * although its answer got lost.
 */
export function createExchange({ url, agent }: Pick<ClientOptions, 'url' | 'agent'>): Exchange {
  const { request, Agent } = url.startsWith('https:') ? https : http
  const connections = agent ?? new Agent({ keepAlive: true })
  return (name, texts, namespace, binding) => {
    const { method, tail, headers, body } = requestOf(name, texts, namespace, binding)
    const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    return new Promise((resolve, reject) => {
      const sent = request(
        `${url}${tail}`,
        { method, agent: connections, headers: { ...headers, ...length } },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', chunk => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              contentType: answer.headers['content-type'] ?? '',
              body: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
