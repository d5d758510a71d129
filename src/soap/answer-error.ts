/**
 * The response to a failed call: what each error becomes in the binding of the call, and in the
 * log.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalOf } from '../domain/refusal.ts'
import { CallerGone } from '../lib/caller-gone.ts'
import { BodyRefused } from '../lib/request-bodies.ts'
import { send, sendPage, sendResult } from './answer.ts'
import { rejectionOfBody } from './body.ts'
import { type Binding, Fault, HttpRejection, TYPES, writeFault, writeRejected } from './fault.ts'
import { answerRefusal, type RequestFacts, type SoapCall } from './invoke.ts'
import { refusals } from './refusals.ts'

export type CallOutcome = 'ok' | 'refused' | 'client-fault' | 'server-fault' | 'broken'

type ErrorOutcome = [outcome: CallOutcome, reason: string | undefined]

export interface ErrorOptions {
  namespace: string
  /** The size limit of a body in bytes. */
  maxBody: number
  /** Called with internal errors. */
  report(error: unknown, callId: string): void
}

/** A request, with its facts so far. */
export interface Visit {
  req: IncomingMessage
  res: ServerResponse
  facts: RequestFacts
  binding: Binding | 'document'
  asked: SoapCall | undefined
  /** The user name of a call whose operation is not known, if one was found. */
  username?: string | undefined
}

/** Answers an error, and returns its outcome. */
export async function answerError(
  options: ErrorOptions,
  visit: Visit,
  error: unknown,
): Promise<ErrorOutcome> {
  const { res, facts, asked } = visit
  const binding = visit.binding === 'document' ? 'get' : visit.binding
  const { namespace } = options
  if (error instanceof CallerGone || res.destroyed) {
    res.destroy()
    return ['broken', undefined]
  }
  if (res.headersSent) {
    // A part is already sent: only a broken connection shows the client that the response is
    // incomplete.
    res.destroy()
    options.report(error, facts.id)
    return ['server-fault', undefined]
  }
  if (error instanceof BodyRefused && error.trouble !== 'no-room')
    return answerError(options, visit, rejectionOfBody(error.trouble, options.maxBody))
  if (error instanceof HttpRejection) {
    if (isUnread(error.status) && !visit.req.complete) res.shouldKeepAlive = false
    if (error.status === 405) res.setHeader('Allow', 'GET, HEAD, POST')
    sendPage(res, writeRejected(error, TYPES[binding]))
    return ['client-fault', error.reason]
  }
  if (error instanceof BodyRefused) {
    res.setHeader('Retry-After', RETRY_SECONDS)
    if (!visit.req.complete) res.shouldKeepAlive = false
    send(res, {
      ...writeFault(busyFault(), binding, namespace),
      status: 503,
    })
    return ['refused', 'out-of-room']
  }
  if (error instanceof Fault) {
    send(res, writeFault(error, binding, namespace))
    return ['client-fault', error.refusal?.reason ?? error.side]
  }
  const refusal = refusalOf(error)
  if (refusal && asked) {
    try {
      await sendResult(res, TYPES[asked.binding], answerRefusal(asked, refusal))
      return ['refused', refusal.reason]
    } catch (fault) {
      await answerError(options, visit, fault)
      return ['refused', refusal.reason]
    }
  }
  options.report(error, facts.id)
  send(res, writeFault(internalFault(facts.id, binding), binding, namespace))
  return ['server-fault', undefined]
}

const RETRY_SECONDS = 10

/** The rest of the body, however long, is still to come. */
const isUnread = (status: number): boolean => status === 408 || status === 413

/**
 * Written like a refusal whose code the result type can't hold: the operation may not be known yet.
 */
function busyFault(): Fault {
  const { code } = refusals['out-of-room']
  return new Fault(
    'Server',
    'The service is processing too many large requests. Please call again.',
    {
      refusal: { code, reason: 'out-of-room' },
    },
  )
}

/** The caller learns nothing of the error except the id under which it is logged. */
function internalFault(id: string, binding: Binding): Fault {
  const sentence = `The service failed. Reference number: ${id}.`
  const soap = binding === 'soap11' || binding === 'soap12'
  return new Fault(
    'Server',
    soap ? `Server was unable to process request. ---> ${sentence}` : sentence,
    { begun: true },
  )
}
