/**
 * The .asmx route: finds out which of the four bindings or which document a request is for, lets it
 * be answered, and turns everything that can go wrong into the answer that its binding has for it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalOf } from '../domain/refusal.ts'
import type { ByteBudget } from '../lib/byte-budget.ts'
import { callerGone } from '../lib/caller-gone.ts'
import { type Address, addressOf, answerDocument, onlyGet, unrecognized } from './addresses.ts'
import { send, sendPage, sendResult } from './answer.ts'
import { BodiesTooLarge, CallerGone, mediaOf, readBody } from './body.ts'
import {
  decodeXml,
  formDecoder,
  growthOf,
  utf8OrWindows1252,
  withoutNuls,
} from './character-sets.ts'
import type { Documents } from './documents.ts'
import { type EnvelopeRead, readEnvelope, route, soapFrame, versionMismatch } from './envelope.ts'
import {
  type Binding,
  Fault,
  HttpRejection,
  quoted,
  TYPES,
  writeFault,
  writeRejected,
} from './fault.ts'
import { formFrame, readForm } from './form.ts'
import {
  answerRefusal,
  type CallService,
  invoke,
  type RequestFacts,
  type SoapCall,
} from './invoke.ts'
import { nameIgnoringCase, type Plan, plans } from './plan.ts'
import { refusals } from './refusals.ts'
import { type Writer, writerOf } from './write.ts'

export type { RequestFacts } from './invoke.ts'

type CallOutcome = 'ok' | 'refused' | 'client-fault' | 'server-fault' | 'broken'

export interface CallObservation {
  operation: string | undefined
  binding: Binding | 'document'
  outcome: CallOutcome
  reason?: string
  ms: number
  id: string
}

export interface EndpointOptions extends CallService {
  namespace: string
  serviceName: string
  maxBody: number
  budget: ByteBudget
  factsOf(req: IncomingMessage): RequestFacts
  /** Told once per call. */
  observe(call: CallObservation): void
  /** Told of what went wrong inside. */
  report(error: unknown, callId: string): void
  documents: Documents
}

/** A request on its way. */
interface Visit {
  req: IncomingMessage
  res: ServerResponse
  facts: RequestFacts
  binding: Binding | 'document'
  asked: SoapCall | undefined
}

export function createEndpoint(
  options: EndpointOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { namespace, maxBody, budget, documents } = options
  const writers = new Map([...plans.values()].map(plan => [plan, writersOf(plan, namespace)]))

  return async (req, res) => {
    const start = performance.now()
    const visit: Visit = {
      req,
      res,
      facts: options.factsOf(req),
      binding: 'document',
      asked: undefined,
    }
    let outcome: CallOutcome = 'ok'
    let reason: string | undefined
    try {
      await serve(visit)
    } catch (error) {
      ;[outcome, reason] = await answerError(visit, error)
    }
    const { facts, binding, asked } = visit
    options.observe({
      operation: asked?.plan.name,
      binding,
      outcome,
      reason,
      ms: performance.now() - start,
      id: facts.id,
    })
  }

  async function serve(visit: Visit): Promise<void> {
    const { req, res, facts } = visit
    const address = addressOf(req.url ?? '/')
    if (address === undefined)
      throw new HttpRejection(404, 'not-found', 'There is nothing at this address.', true)
    if (address.operation === undefined) {
      if (req.method === 'POST' && !address.root) return serveEnvelope(visit)
      if (req.method !== 'GET') throw onlyGet(req.method)
      return answerDocument(res, documents, address, facts)
    }
    if (address.operation === '' || (req.method !== 'GET' && req.method !== 'POST'))
      throw unrecognized(address.operation)
    return serveForm(visit, address, req.method)
  }

  async function serveEnvelope(visit: Visit): Promise<void> {
    const { req } = visit
    const media = mediaOf(req.headers['content-type'])
    const typed12 = media.type === 'application/soap+xml'
    visit.binding = typed12 ? 'soap12' : 'soap11'
    if (!typed12 && media.type !== 'text/xml') throw new HttpRejection(415, 'content-type')
    const bytes = await readBody(req, maxBody, budget)
    if (!budget.take(req, growthOf(bytes, media.charset))) throw new BodiesTooLarge()
    const read: EnvelopeRead = readEnvelope(decodeXml(bytes, media.charset), namespace)
    if (read.version === undefined) {
      visit.binding = 'soap11'
      throw versionMismatch(read.root)
    }
    if (typed12 && read.version === 'soap11') throw new HttpRejection(415, 'content-type')
    visit.binding = read.version
    const soapAction = req.headers.soapaction as string | undefined
    const plan = route(read, { typed12, soapAction, action: media.action }, namespace)
    return answerCall(visit, plan, read.version, read.given, read.locate)
  }

  async function serveForm(visit: Visit, address: Address, method: 'GET' | 'POST'): Promise<void> {
    const { req } = visit
    visit.binding = method === 'GET' ? 'get' : 'post'
    const plan = plans.get(address.operation!) ?? notAnOperation(address.operation!)
    if (method === 'GET')
      return answerCall(
        visit,
        plan,
        'get',
        readForm(address.query, plan, utf8OrWindows1252),
        undefined,
      )
    const media = mediaOf(req.headers['content-type'])
    if (media.type !== 'application/x-www-form-urlencoded')
      throw new Fault('Client', `Request format is invalid: ${media.sent}.`)
    const form = withoutNuls((await readBody(req, maxBody, budget)).toString('latin1'))
    return answerCall(
      visit,
      plan,
      'post',
      readForm(form, plan, formDecoder(media.charset)),
      undefined,
    )
  }

  async function answerCall(
    visit: Visit,
    plan: Plan,
    binding: Binding,
    given: SoapCall['given'],
    locate: SoapCall['locate'],
  ): Promise<void> {
    const { facts, res } = visit
    const gone = () => callerGone(res)
    const writer = writers.get(plan)![binding]
    const asked: SoapCall = {
      plan,
      binding,
      given,
      locate,
      writer,
      facts,
      gone,
      account: undefined,
    }
    visit.asked = asked
    const output = await invoke(asked, options)
    if (res.destroyed) throw new CallerGone()
    await sendResult(res, TYPES[binding], output)
  }

  /** Answers an error, and says what it was. */
  async function answerError(
    visit: Visit,
    error: unknown,
  ): Promise<[CallOutcome, string | undefined]> {
    const { res, facts, asked, binding } = visit
    if (error instanceof CallerGone || res.destroyed) {
      res.destroy()
      return ['broken', undefined]
    }
    if (res.headersSent) {
      // A part is out already: only a broken connection tells the reader that it is not the whole.
      res.destroy()
      options.report(error, facts.id)
      return ['server-fault', undefined]
    }
    if (error instanceof HttpRejection) {
      if (error.status === 413 && !visit.req.complete) res.shouldKeepAlive = false
      if (error.status === 405) res.setHeader('Allow', 'GET, POST')
      sendPage(res, writeRejected(error, binding === 'document' ? TYPES.get : TYPES[binding]))
      return ['client-fault', error.reason]
    }
    if (error instanceof BodiesTooLarge) {
      res.setHeader('Retry-After', RETRY_SECONDS)
      if (!visit.req.complete) res.shouldKeepAlive = false
      send(res, {
        ...writeFault(busyFault(), binding === 'document' ? 'get' : binding, namespace),
        status: 503,
      })
      return ['refused', 'out-of-room']
    }
    if (error instanceof Fault) {
      send(res, writeFault(error, binding === 'document' ? 'get' : binding, namespace))
      return ['client-fault', error.refusal?.reason ?? error.side]
    }
    const refusal = refusalOf(error)
    if (refusal && asked) {
      try {
        await sendResult(res, TYPES[asked.binding], answerRefusal(asked, refusal))
        return ['refused', refusal.reason]
      } catch (fault) {
        await answerError(visit, fault)
        return ['refused', refusal.reason]
      }
    }
    options.report(error, facts.id)
    send(
      res,
      writeFault(
        insideFault(facts.id, binding),
        binding === 'document' ? 'get' : binding,
        namespace,
      ),
    )
    return ['server-fault', undefined]
  }
}

function writersOf({ name, result }: Plan, namespace: string): Record<Binding, Writer> {
  const form = writerOf(result, formFrame(namespace, result))
  return {
    soap11: writerOf(result, soapFrame(namespace, name, result, 'soap11')),
    soap12: writerOf(result, soapFrame(namespace, name, result, 'soap12')),
    get: form,
    post: form,
  }
}

const RETRY_SECONDS = 10

/**
 * As a refusal for want of room is written where a result has no room for a number: the operation
 * may not be known yet.
 */
function busyFault(): Fault {
  const { code } = refusals['out-of-room']
  return new Fault(
    'Server',
    'The service has too many large requests in hand. Please call again.',
    {
      refusal: { code, reason: 'out-of-room' },
    },
  )
}

/** Nothing of what happened is for the caller but the number under which the log has it. */
function insideFault(id: string, binding: Binding | 'document'): Fault {
  const sentence = `The service failed. Reference number: ${id}.`
  const soap = binding === 'soap11' || binding === 'soap12'
  return new Fault(
    'Server',
    soap ? `Server was unable to process request. ---> ${sentence}` : sentence,
    { begun: true },
  )
}

function notAnOperation(name: string): never {
  const other = nameIgnoringCase(name)
  throw new Fault(
    'Client',
    other === undefined
      ? `${quoted(name)} Web Service method name is not valid.`
      : `Invalid method name '${name}',  method names are case sensitive.   The method name '${other}' with the same name but different casing was found.\r\nParameter name: methodName`,
  )
}
