/**
 * Sends one request to a gateway; without a response, reports whether the gateway may have received
 * the request.
 */
import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { inWords } from '../smpp/connect.ts'
import { gatewayWords } from '../words.ts'
import type { GatewayRequest } from './template.ts'

export type HttpAnswer = { status: number; text: string } | { lost: string; sent: boolean }

export interface AskOptions {
  secure: boolean
  agent: HttpAgent | HttpsAgent
  connectMillis: number
  answerMillis: number
  /** Aborts the request. */
  signal: AbortSignal
}

/** In octets. */
const LONGEST_ANSWER = 64 * 1024

/** Never rejects. */
export function ask(
  { target, method, headers, content }: GatewayRequest,
  { secure, agent, connectMillis, answerMillis, signal }: AskOptions,
): Promise<HttpAnswer> {
  const body = Buffer.from(content)
  return new Promise(resolve => {
    let sent = false
    const request = (secure ? httpsRequest : httpRequest)(target, {
      method,
      agent,
      signal,
      headers: { ...headers, ...(method === 'POST' ? { 'content-length': body.length } : {}) },
    })
    const fail = (lost: string) => {
      clearTimeout(late)
      resolve({ lost, sent })
      request.destroy()
    }
    let late = setTimeout(
      () => fail(gatewayWords['gateway-connect']({ seconds: connectMillis / 1000 })),
      connectMillis,
    )
    request.on('socket', socket => {
      const connected = () => {
        // From here on the system may send the written bytes.
        sent = true
        clearTimeout(late)
        late = setTimeout(
          () => fail(gatewayWords['gateway-unanswered']({ seconds: answerMillis / 1000 })),
          answerMillis,
        )
      }
      if (request.reusedSocket) connected()
      else socket.once(secure ? 'secureConnect' : 'connect', connected)
    })
    request.on('error', (error: NodeJS.ErrnoException) => fail(inWords(error, target.hostname)))
    request.on('response', response =>
      readAnswer(request, response, answer => {
        clearTimeout(late)
        resolve(answer)
      }),
    )
    request.end(body)
  })
}

function readAnswer(
  request: ClientRequest,
  response: IncomingMessage,
  answered: (answer: HttpAnswer) => void,
): void {
  const pieces: Buffer[] = []
  let length = 0
  response.on('data', (piece: Buffer) => {
    length += piece.length
    if (length <= LONGEST_ANSWER) pieces.push(piece)
    // The status is known, and the id is not that far into the body.
    else done()
  })
  response.on('end', done)
  response.on('error', done)
  function done() {
    answered({
      status: response.statusCode ?? 0,
      text: Buffer.concat(pieces).toString('utf8'),
    })
    if (!response.complete) request.destroy()
  }
}
