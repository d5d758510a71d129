/**
 * The edge of all wires: finds the route, admits the caller by the key of the account, reads the
 * body within its bounds, and answers in the form of the provider.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { EMAIL_BODY_BYTES } from '../actions/emails/attachment.ts'
import type { HttpCaller } from '../actions/http/http-action.ts'
import { ApiProblem } from '../actions/problem.ts'
import type { ProgramCalls } from '../console-api/v1/program-calls.ts'
import { detailed } from '../domain/details/details.ts'
import { identifierOfKey } from '../domain/transactions/insert.ts'
import { CallerGone } from '../lib/caller-gone.ts'
import { percentDecoded } from '../lib/percent-decoding.ts'
import { BodyRefused } from '../lib/request-bodies.ts'
import { wireCalls } from '../lib/telemetry.ts'
import { mailgun } from './mailgun/mailgun.ts'
import { formIn } from './parts/form.ts'
import { createUnserved, nameOfPath } from './parts/unserved.ts'
import type { ProviderWire, WireAnswer, WireRoute } from './parts/wire.ts'
import { postmark } from './postmark/postmark.ts'
import { resend } from './resend/resend.ts'
import { sendgrid } from './sendgrid/sendgrid.ts'

export const wires: readonly ProviderWire[] = [resend, postmark, sendgrid, mailgun]

interface WiresOptions {
  programs: ProgramCalls
  log(facts: { wire: string; name: string }): void
}

const LONGEST_URL = 2_000
/** Of an Idempotency-Key, as that of Resend. */
const LONGEST_KEY = 256
/** Names of one call: a batch has many emails. */
const MOST_UNOFFERED = 100

interface Visit {
  req: IncomingMessage
  res: ServerResponse
  noted: Noted
}

/** Of the board of programs. */
interface Noted {
  operation: string | undefined
  unoffered: string[]
}

interface FoundRoute {
  route: WireRoute
  params: Record<string, string>
}

export function createWires({ programs, log }: WiresOptions) {
  const noteUnserved = createUnserved(log)

  async function carryOut(wire: ProviderWire, url: URL, { req, res, noted }: Visit) {
    const path = url.pathname.slice(wire.name.length + 1)
    // Before the route: strangers learn nothing, and add no counts.
    const key = wire.keyIn(req)
    if (key === undefined) throw new ApiProblem('not-signed-in')
    const caller = await programs.admit(req, res, key)
    const unserved = (name: string): void => {
      const known = noteUnserved(wire, name)
      if (noted.unoffered.length < MOST_UNOFFERED) noted.unoffered.push(known)
    }
    const found = routeAt(wire, req.method ?? '', path)
    if (Array.isArray(found)) {
      unserved(nameOfPath(wire, path))
      if (found.length === 0) throw new ApiProblem('no-such-route')
      res.setHeader('Allow', found.join(', '))
      throw new ApiProblem('wrong-method')
    }
    const { route, params } = found
    noted.operation = `${route.method} ${route.path}`
    if (route.method !== 'GET') await programs.demand(caller, route.needs)
    const body = await bodyOf(route, req, caller)
    const identifier = identifierIn(req)
    const work = () =>
      route.run({
        accountId: caller.account.id,
        params,
        query: url.searchParams,
        headers: req.headers,
        body,
        identifier,
        actions: programs.actionsOf(caller, req, res),
        unserved,
      })
    if (identifier === '' || route.method !== 'POST') return work()
    const call = `${wire.name} ${path} ${JSON.stringify(body ?? null)}`
    const kept = async () => ({ status: 200, body: await work() })
    return (await programs.once(caller, { key: identifier, call }, kept)).body as WireAnswer
  }

  async function bodyOf(route: WireRoute, req: IncomingMessage, caller: HttpCaller) {
    if (route.body === undefined) return undefined
    const type = req.headers['content-type'] ?? ''
    const isJson =
      route.body === 'json' || (route.body !== 'form' && /^application\/json\b/i.test(type))
    if (isJson) return programs.json(req, caller, EMAIL_BODY_BYTES)
    return formIn(await programs.bytes(req, caller, EMAIL_BODY_BYTES), type)
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const place = (req.url ?? '/').slice(0, LONGEST_URL)
    const wire = wires.find(({ name }) => place.startsWith(`/${name}/`))!
    const start = performance.now()
    const noted: Noted = { operation: undefined, unoffered: [] }
    res.once('close', () => {
      const names = () => new Set(Object.keys(wire.values))
      const millis = performance.now() - start
      programs.note(req, res, { binding: wire.name, ...noted, names, millis })
    })
    const say = ({ status, body, headers }: WireAnswer) => {
      res.writeHead(status, {
        ...(body !== undefined && { 'Content-Type': 'application/json; charset=utf-8' }),
        'Cache-Control': 'no-store',
        ...headers,
      })
      res.end(body === undefined ? undefined : JSON.stringify(body))
      wireCalls.publish({ wire: wire.name, status })
    }
    try {
      if ((req.url ?? '').length > LONGEST_URL) throw new ApiProblem('no-such-route')
      say(await carryOut(wire, new URL(place, 'http://wire'), { req, res, noted }))
    } catch (error) {
      if (error instanceof CallerGone) throw error
      if (error instanceof BodyRefused && !req.complete) res.setHeader('Connection', 'close')
      const problem = programs.problemIn(error, req, `/${wire.name}`)
      if (problem.status === 429 || problem.status === 503)
        res.setHeader('Retry-After', Math.max(1, Math.ceil(problem.facts.retryAfter ?? 10)))
      say(wire.problem(problem))
    }
  }
}

/** The route, or the methods that the path has instead of this one. */
function routeAt(wire: ProviderWire, method: string, path: string): FoundRoute | string[] {
  const others: string[] = []
  for (const route of wire.routes) {
    const params = paramsIn(route.path, path)
    if (params && route.method === method) return { route, params }
    if (params) others.push(route.method)
  }
  return others
}

function paramsIn(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, part] of wanted.entries())
    if (part.startsWith(':')) params[part.slice(1)] = percentDecoded(given[i]!)
    else if (part !== given[i]) return undefined
  return params
}

function identifierIn({ headers }: IncomingMessage): string {
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return ''
  if (key === '' || key.length > LONGEST_KEY)
    throw new ApiProblem('not-valid', {
      field: 'Idempotency-Key',
      ...detailed('call-key-long', { most: LONGEST_KEY }),
    })
  return identifierOfKey(key)
}
