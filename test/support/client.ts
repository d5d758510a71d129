/**
 * How tests call the service: through the typed client, in all four bindings, without the test
 * having to say so. Reads are made four times and must be answered alike; writes are sent in one
 * binding after another. Every call and its outcome go to the file CONTRACT_LOG, from which
 * scripts/check-coverage.ts finds gaps.
 */
import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import type http from 'node:http'
import { join } from 'node:path'
import { contract, entryOf, operationNames } from '../../src/contract/index.ts'
import type { Reason } from '../../src/domain/refusal.ts'
import { wsdl } from '../../src/soap/wsdl.ts'
import { readAnswer, type WireAnswer } from './typed-client/answer.ts'
import { type Client, createExchange } from './typed-client/client.ts'
import { ServiceFault } from './typed-client/fault.ts'
import { type Binding, bindings, type Texts, textsOf } from './typed-client/request.ts'
import { childOf, parseTree } from './typed-client/tree.ts'
import { readWsdl, type WsdlSchema } from './wsdl-schema.ts'

export interface CallerOptions {
  /** Up to and including `/externalapiservice.asmx`. */
  url: string
  namespace?: string
  username: string
  password: string
  agent?: http.Agent
  /**
   * Where calls are written down instead of CONTRACT_LOG: calls of made-up services do not cover
   * the contract.
   */
  record?(call: LoggedCall): void
}

export interface Caller {
  /** The typed client: `call.GetMailingLists()`. */
  call: Client
  /**
   * A call with parameters by wire name, as texts, the credentials added unless given: for input
   * that the typed client would not send.
   */
  send(name: string, texts: Texts, binding: Binding): Promise<unknown>
  /** Runs a block once per binding, with a client that uses this binding alone. */
  inEveryBinding(block: (call: Client, binding: Binding) => Promise<void>): Promise<void>
  /** The same caller with other credentials. */
  as(credentials: { username?: string; password?: string }): Caller
}

/**
 * One line of the log. `valid` is true, or the errors of the answer by the service's own
 * description.
 */
export interface LoggedCall {
  operation: string
  binding: Binding
  outcome: 'ok' | 'refused' | 'fault'
  valid: true | string
}

export const defaultNamespace = 'http://pennypost.example/externalapi/v3/'

/** How many writing calls each operation has had: the next one takes the next binding. */
const turns = new Map<string, number>()

export function createCaller({
  namespace = defaultNamespace,
  record = log,
  ...options
}: CallerOptions): Caller {
  const exchange = createExchange(options)
  const schema = schemaOf(namespace, options.url)

  const sendTexts = async (name: string, texts: Texts, binding: Binding): Promise<unknown> => {
    const operation = entryOf(name)
    assert.ok(operation, `there is no operation ${name}`)
    const answer = await exchange(name, texts, namespace, binding)
    let outcome: LoggedCall['outcome'] = 'fault'
    try {
      const result = readAnswer(name, operation, binding, answer)
      outcome = (typeof result === 'number' && result < 0) || result === null ? 'refused' : 'ok'
      return result
    } catch (error) {
      if (error instanceof ServiceFault) outcome = outcomeOf(error.refusal?.reason)
      throw error
    } finally {
      record({
        operation: name,
        binding,
        outcome,
        valid: problemOf(schema, name, binding, answer) ?? true,
      })
      if (namespace === defaultNamespace && record === log)
        keepAnswer(name, binding, outcome, answer)
    }
  }

  const callIn = (
    name: string,
    input: Record<string, unknown>,
    binding: Binding,
  ): Promise<unknown> => {
    const { username, password } = options
    return sendTexts(
      name,
      textsOf(entryOf(name)!, { ...input, username, password }, binding),
      binding,
    )
  }

  const callAnyhow = (name: string, input: Record<string, unknown> = {}): Promise<unknown> => {
    if (entryOf(name)!.reads) return callInAll(name, binding => callIn(name, input, binding))
    const turn = turns.get(name) ?? 0
    turns.set(name, turn + 1)
    return callIn(name, input, bindings[turn % bindings.length]!)
  }

  return {
    call: clientOf(callAnyhow),
    send: (name, texts, binding) =>
      sendTexts(
        name,
        { strUsername: options.username, strPassword: options.password, ...texts },
        binding,
      ),
    async inEveryBinding(block) {
      for (const binding of bindings)
        await block(
          clientOf((name, input = {}) => callIn(name, input, binding)),
          binding,
        )
    },
    as: credentials => createCaller({ namespace, record, ...options, ...credentials }),
  }
}

/** For assert.rejects: a fault that refuses for this reason. */
export const refusal =
  (reason: Reason) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof ServiceFault, `no fault of the service: ${error}`)
    assert.equal(error.refusal?.reason, reason, error.message)
    return true
  }

type AnyCall = (name: string, input?: Record<string, unknown>) => Promise<unknown>

const clientOf = (call: AnyCall): Client =>
  Object.fromEntries(
    operationNames.map(name => [name, (input?: Record<string, unknown>) => call(name, input)]),
  ) as unknown as Client

type Outcome = { result: unknown } | { fault: ServiceFault }

/**
 * Asks in all four bindings. Answers that differ are asked for once more: something may have
 * happened in between.
 */
async function callInAll(
  name: string,
  call: (binding: Binding) => Promise<unknown>,
): Promise<unknown> {
  let outcomes: Outcome[] = []
  for (let round = 1; round <= 2; round++) {
    outcomes = []
    for (const binding of bindings) {
      outcomes.push(
        await call(binding).then(
          (result): Outcome => ({ result }),
          (error: unknown): Outcome => {
            if (error instanceof ServiceFault) return { fault: error }
            throw error
          },
        ),
      )
    }
    try {
      for (const [index, outcome] of outcomes.entries()) {
        assert.deepEqual(
          comparable(outcome),
          comparable(outcomes[0]!),
          `${name}: ${bindings[index]} answers unlike ${bindings[0]}`,
        )
      }
      break
    } catch (difference) {
      if (round === 2) throw difference
    }
  }
  const [first] = outcomes as [Outcome]
  if ('fault' in first) throw first.fault
  return first.result
}

/**
 * Texts of faults are compared when they refuse: for values that can't be read each binding has its
 * own classic one.
 */
function comparable(outcome: Outcome): unknown {
  if ('result' in outcome) return outcome.result
  const { status, refusal, text } = outcome.fault
  return refusal ? { status, refusal, text } : { status }
}

// ---- what is written down

const outcomeOf = (reason: string | undefined): LoggedCall['outcome'] =>
  reason === undefined ? 'fault' : 'refused'

function log(call: LoggedCall): void {
  const file = process.env.CONTRACT_LOG
  if (file) appendFileSync(file, `${JSON.stringify(call)}\n`)
}

/** Good answers of each kind that are kept for scripts/check-answers.ts. */
const MOST_KEPT = 5
const kept = new Map<string, number>()

function keepAnswer(
  operation: string,
  binding: Binding,
  outcome: string,
  { status, body }: WireAnswer,
): void {
  const folder = process.env.CONTRACT_ANSWERS
  const kind = `${operation}.${binding}.${outcome}`
  const number = kept.get(kind) ?? 0
  if (!folder || status !== 200 || number === MOST_KEPT) return
  kept.set(kind, number + 1)
  writeFileSync(join(folder, `${kind}.${process.pid}-${number}.xml`), body)
}

const schemas = new Map<string, WsdlSchema>()

function schemaOf(namespace: string, url: string): WsdlSchema {
  const known =
    schemas.get(namespace) ??
    readWsdl(wsdl(contract, { namespace, serviceName: 'ExternalAPIService', url }))
  schemas.set(namespace, known)
  return known
}

const ENVELOPES: Record<string, string> = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
}

/**
 * The errors of a good answer. Faults have no place in the description; their shapes are tested in
 * test/soap.
 */
function problemOf(
  schema: WsdlSchema,
  name: string,
  binding: Binding,
  answer: WireAnswer,
): string | undefined {
  if (answer.status !== 200) return undefined
  const type = binding === 'soap12' ? 'application/soap+xml' : 'text/xml'
  if (answer.contentType.toLowerCase() !== `${type}; charset=utf-8`)
    return `the content type is ${answer.contentType}`
  const root = parseTree(answer.body)
  if (binding === 'get' || binding === 'post') return schema.problemsOfForm(name, binding, root)[0]
  if (root.uri !== ENVELOPES[binding]) return `the envelope is in ${root.uri}`
  const message = childOf(root, 'Body')?.children[0]
  if (message?.name !== `${name}Response`) return `the body holds ${message?.name}`
  return schema.problemsOf(message)[0]
}
