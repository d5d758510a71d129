/**
 * A server with the endpoint and a few made-up handlers, and plain HTTP to it: what goes over the
 * wire is what these tests are about.
 */
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operationNames } from '../../src/contract/index.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { createRequestBodies } from '../../src/lib/request-bodies.ts'
import type { Call, Handlers } from '../../src/operations/handler.ts'
import { createDocuments } from '../../src/soap/documents.ts'
import {
  type CallObservation,
  createEndpoint,
  type EndpointOptions,
} from '../../src/soap/endpoint.ts'

export const NS = 'http://pennypost.example/externalapi/v3/'
export const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/'
export const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope'
export const PATH = '/externalapiservice.asmx'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Service {
  port: number
  /** What was observed, the latest last. */
  observed: CallObservation[]
  reported: unknown[]
  /** What the handlers were given. */
  inputs: Record<string, unknown>[]
  close(): Promise<void>
}

export async function startService(
  handlers: Partial<Handlers>,
  options: Partial<EndpointOptions> = {},
): Promise<Service> {
  const observed: CallObservation[] = []
  const reported: unknown[] = []
  const inputs: Record<string, unknown>[] = []
  const table = Object.fromEntries(
    operationNames.map(name => [
      name,
      async (call: Call, input: Record<string, unknown>) => {
        inputs.push(input)
        const handler = handlers[name] as
          | ((call: Call, input: unknown) => Promise<unknown>)
          | undefined
        if (!handler) throw new Refusal('not-activated')
        return handler(call, input)
      },
    ]),
  ) as unknown as Handlers
  let calls = 0
  const bodies = createRequestBodies({ most: 64 << 20, networkOf: () => '' })
  const endpoint = createEndpoint({
    namespace: NS,
    serviceName: 'ExternalAPIService',
    operations: 'all',
    maxBody: 16 << 20,
    bodies,
    handlers: table,
    async signIn(username, password) {
      if (username === 'locked') throw new Refusal('too-many-failures')
      if (username !== 'account' || password !== 'secret') throw new Refusal('unknown-credentials')
      return { account: { id: 1, username, fieldCount: 25 }, key: undefined }
    },
    permit: async () => {},
    callFor: ({ account }) => ({ account }) as Call,
    factsOf: req => ({
      origin: `http://${req.headers.host}`,
      peer: '127.0.0.1',
      id: `call-${++calls}`,
    }),
    observe: call => observed.push(call),
    report: error => reported.push(error),
    documents: createDocuments({ namespace: NS, serviceName: 'ExternalAPIService' }),
    ...options,
  })
  const server = createServer((req, res) => {
    res.on('close', () => bodies.release(req))
    void endpoint(req, res)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    observed,
    reported,
    inputs,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function http(
  service: Pick<Service, 'port'>,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = request(
      { port: service.port, host: '127.0.0.1', method, path, headers, agent: false },
      res => {
        const chunks: Buffer[] = []
        res.on('data', chunk => chunks.push(chunk))
        res.on('end', () =>
          resolve({
            status: res.statusCode!,
            headers: res.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
        res.on('error', reject)
      },
    )
    req.on('error', reject)
    req.end(body)
  })
}

export const credentials = '<strUsername>account</strUsername><strPassword>secret</strPassword>'

export const envelope = (body: string, version = SOAP11, header = ''): string =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope ' +
  `xmlns:soap="${version}">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`

export const operation = (name: string, params = '', namespace = NS): string =>
  `<${name} xmlns="${namespace}">${credentials}${params}</${name}>`

/** SOAP 1.1 as classic clients send it. */
export const soap11 = (
  service: Service,
  name: string,
  params = '',
  headers: Record<string, string> = {},
): Promise<Answer> =>
  http(
    service,
    'POST',
    PATH,
    { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${NS}${name}"`, ...headers },
    envelope(operation(name, params)),
  )

export const soap12 = (
  service: Service,
  name: string,
  params = '',
  headers: Record<string, string> = {},
): Promise<Answer> =>
  http(
    service,
    'POST',
    PATH,
    { 'Content-Type': 'application/soap+xml; charset=utf-8', ...headers },
    envelope(operation(name, params), SOAP12),
  )

export const get = (service: Service, name: string, query = ''): Promise<Answer> =>
  http(
    service,
    'GET',
    `${PATH}/${name}?strUsername=account&strPassword=secret${query && `&${query}`}`,
  )

export const post = (
  service: Service,
  name: string,
  form = '',
  type = 'application/x-www-form-urlencoded',
): Promise<Answer> =>
  http(
    service,
    'POST',
    `${PATH}/${name}`,
    { 'Content-Type': type },
    `strUsername=account&strPassword=secret${form && `&${form}`}`,
  )
