/**
 * A receiver of webhooks on loopback with scripted answers, which records requests in their order.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: any body, to be checked by a test
  event: any
}

export type Answering = (
  response: ServerResponse,
  received: Received,
  request: IncomingMessage,
) => void

export async function webhookReceiver(
  answering: Answering = response => void response.writeHead(204).end(),
) {
  const received: Received[] = []
  let answer = answering
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = {
        headers: request.headers,
        body,
        path: request.url ?? '',
        event: JSON.parse(body),
      }
      received.push(one)
      answer(response, one, request)
    })
  })
  server.on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    answerWith(next: Answering) {
      answer = next
    },
    /** Until so many have come. */
    async until(count: number): Promise<Received[]> {
      await until(
        () => received.length >= count,
        () => `${received.length} of ${count} events`,
      )
      return received
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
