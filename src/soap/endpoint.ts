/**
 * The .asmx route: determines which of the four bindings or which document a request is for, and
 * answers it. answer-error.ts answers errors.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServedOperations } from '../contract/index.ts'
import { CallerGone, callerGone } from '../lib/caller-gone.ts'
import { BodyRefused, type RequestBodies } from '../lib/request-bodies.ts'
import { type Address, addressOf, answerDocument, onlyGet, unrecognized } from './addresses.ts'
import { sendResult } from './answer.ts'
import { answerError, type CallOutcome, type ErrorOptions, type Visit } from './answer-error.ts'
import { mediaOf, readBody } from './body.ts'
import {
  decodeXml,
  formDecoder,
  growthOf,
  utf8OrWindows1252,
  withoutNuls,
} from './character-sets.ts'
import type { Documents } from './documents.ts'
import { type EnvelopeRead, readEnvelope, soapFrame, versionMismatch } from './envelope.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { type Binding, Fault, HttpRejection, quoted, TYPES } from './fault.ts'
import { formFrame, readForm } from './form.ts'
import { type CallService, invoke, type RequestFacts, type SoapCall } from './invoke.ts'
import { CREDENTIALS, nameIgnoringCase, type Plan, type Plans, plansOf } from './plan.ts'
import { route } from './route.ts'
import { type Writer, writerOf } from './write.ts'

export type { RequestFacts } from './invoke.ts'

export interface CallObservation {
  operation: string | undefined
  /** The operation that the caller named, if there is none of that name: any text, cut. */
  unknown?: string | undefined
  binding: Binding | 'document'
  outcome: CallOutcome
  reason?: string
  ms: number
  id: string
  /** The account; of a caller that has not signed in, the user name that it gave. */
  caller?: number | string | undefined
  /** The client's IP address. */
  peer: string
  userAgent: string | undefined
  /** What was asked and answered, redacted. */
  exchange(): Exchange
}

export interface EndpointOptions extends CallService, ErrorOptions {
  serviceName: string
  operations: ServedOperations
  bodies: RequestBodies
  factsOf(req: IncomingMessage): RequestFacts
  /** Called once per call. */
  observe(call: CallObservation): void
  documents: Documents
}

export function createEndpoint(
  options: EndpointOptions,
): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  const { namespace, maxBody, bodies, documents } = options
  const plans = plansOf(options.operations)
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
    let unknown: string | undefined
    try {
      await serve(visit)
    } catch (error) {
      ;[outcome, reason] = await answerError(options, visit, error)
      if (error instanceof Fault && error.unknown !== undefined) unknown = quoted(error.unknown)
    }
    const { facts, binding, asked } = visit
    const ms = performance.now() - start
    options.observe({
      operation: asked?.plan.name,
      unknown,
      binding,
      outcome,
      reason,
      ms,
      id: facts.id,
      caller: asked?.account?.id ?? asked?.given[0]?.text ?? visit.username,
      peer: facts.peer,
      userAgent: req.headers['user-agent'],
      exchange: () => exchangeOf(visit, reason, ms),
    })
  }

  async function serve(visit: Visit): Promise<void> {
    const { req, res, facts } = visit
    const address = addressOf(req.url ?? '/')
    if (address === undefined)
      throw new HttpRejection(404, 'not-found', 'There is nothing at this address.', true)
    if (address.operation === undefined) {
      if (req.method === 'POST' && !address.root) return serveEnvelope(visit)
      if (req.method !== 'GET' && req.method !== 'HEAD') throw onlyGet(req.method)
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
    const bytes = await readBody(req, maxBody, bodies)
    const growth = growthOf(bytes, media.charset)
    if (growth > 0 && !bodies.grow(req, growth, 'program')) throw new BodyRefused('no-room')
    const read: EnvelopeRead = readEnvelope(decodeXml(bytes, media.charset), namespace, plans)
    visit.username = read.username
    if (read.version === undefined) {
      visit.binding = 'soap11'
      throw versionMismatch(read.root)
    }
    if (typed12 && read.version === 'soap11') throw new HttpRejection(415, 'content-type')
    visit.binding = read.version
    const soapAction = req.headers.soapaction as string | undefined
    const plan = route(read, { typed12, soapAction, action: media.action }, namespace, plans)
    return answerCall(visit, plan, read.version, read.given, read.locate)
  }

  async function serveForm(visit: Visit, address: Address, method: 'GET' | 'POST'): Promise<void> {
    const { req } = visit
    visit.binding = method === 'GET' ? 'get' : 'post'
    const plan = plans.get(address.operation!)
    if (plan === undefined) {
      visit.username = usernameIn(address.query)
      throw notAnOperation(plans, address.operation!)
    }
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
    const form = withoutNuls((await readBody(req, maxBody, bodies)).toString('latin1'))
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

/** Of a call whose operation is not known. Of a form only the query is read then. */
const usernameIn = (query: string): string | undefined =>
  readForm(query, CREDENTIALS, utf8OrWindows1252)[0]?.text

function notAnOperation(served: Plans, name: string): Fault {
  const other = nameIgnoringCase(served, name)
  return new Fault(
    'Client',
    other === undefined
      ? `${quoted(name)} Web Service method name is not valid.`
      : `Invalid method name '${name}',  method names are case sensitive.   The method name ` +
          `'${other}' with the same name but different casing was found.\r\n` +
          'Parameter name: methodName',
    { unknown: name },
  )
}
