/** The operation that an envelope calls: by its SOAPAction, its action parameter, or its body. */

import { percentDecoded } from '../lib/percent-decoding.ts'
import type { EnvelopeRead } from './envelope.ts'
import { Fault, quoted } from './fault.ts'
import { type Plan, type Plans, plans } from './plan.ts'

/** The HTTP headers that name the operation. */
export interface RoutingHeaders {
  /** The content type is application/soap+xml. */
  typed12: boolean
  /** The SOAPAction header, undefined if there is none. */
  soapAction: string | undefined
  /** The content type's action parameter. */
  action: string | undefined
}

/**
 * The operation of an envelope. Throws the client fault of an envelope without a known operation.
 */
export function route(
  read: EnvelopeRead,
  routing: RoutingHeaders,
  namespace: string,
  served: Plans = plans,
): Plan {
  if (!read.hasBody) {
    throw new Fault(
      'Client',
      'Server was unable to read request. ---> Request format is invalid: Missing required ' +
        'soap:Body element.',
    )
  }
  const plan =
    routing.soapAction === undefined || routing.typed12
      ? byElement(read, routing.action, namespace, served)
      : byHeader(routing.soapAction, namespace, served)
  if (read.body !== undefined && read.plan !== plan) {
    const { namespace: uri, local } = read.body
    throw new Fault(
      'Client',
      `Server was unable to read request. ---> The action is ${namespace}${plan.name}, but ` +
        `the body holds the element ${quoted(local)} of the namespace ` +
        `${quoted(uri) || '(none)'}.`,
    )
  }
  if (read.header !== undefined)
    throw new Fault('MustUnderstand', `SOAP header ${quoted(read.header)} was not understood.`)
  return plan
}

function byHeader(header: string, namespace: string, served: Plans): Plan {
  const action = unquoted(header)
  const name = action.startsWith(namespace) ? action.slice(namespace.length) : undefined
  const plan = name === undefined ? undefined : served.get(name)
  if (!plan)
    throw new Fault(
      'Client',
      `Server did not recognize the value of HTTP Header SOAPAction: ${quoted(action)}.`,
      { unknown: name },
    )
  return plan
}

function byElement(
  { plan, body }: EnvelopeRead,
  action: string | undefined,
  namespace: string,
  served: Plans,
): Plan {
  const name = action?.startsWith(namespace) ? action.slice(namespace.length) : undefined
  const found = (name === undefined ? undefined : served.get(name)) ?? plan
  if (found) return found
  const unknown = name ?? body?.local
  if (action !== undefined && action !== '')
    throw new Fault(
      'Client',
      `Unable to handle request. The action '${quoted(action)}' was not recognized.`,
      { unknown },
    )
  const sentence =
    'Unable to handle request without a valid action parameter. Please supply a valid soap action.'
  // The classic message does not help a caller who uses another namespace.
  const misplaced = body !== undefined && served.has(body.local)
  if (misplaced)
    throw new Fault(
      'Client',
      `${sentence} ---> ${body.local} is an operation of ${namespace}, not of ` +
        `${quoted(body.namespace) || 'no namespace'}.`,
    )
  const why = unknown === undefined ? '' : ` ---> There is no operation ${quoted(unknown)}.`
  throw new Fault('Client', sentence + why, { unknown })
}

function unquoted(header: string): string {
  const bare =
    header.length > 1 && header.startsWith('"') && header.endsWith('"')
      ? header.slice(1, -1)
      : header
  return percentDecoded(bare)
}
