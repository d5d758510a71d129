/** Programs that call the JSON API with a key. */
import type { NewApiKey } from '../src/domain/members/api-keys.ts'

const API = '/api/v1'

/** Of a program that is not held back. */
export const PROGRAM_KEY: NewApiKey = {
  name: 'bench',
  rights: ['send', 'people'],
  maker: { kind: 'command' },
  callsPerMinute: 10_000_000,
}

/** A call as an HTTP request, for drive(). */
export function jsonPost(path: string, token: string, body: object): string {
  const text = JSON.stringify(body)
  const head = [
    `POST ${API}${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}

interface Posting {
  port: number
  token: string
  path: string
  /** So many callers, each with its next call when the last is answered. */
  atOnce: number
  seconds: number
}

/** Posts bodies of growing numbers for so many seconds; returns the calls a second. */
export async function postWhile(
  { port, token, path, atOnce, seconds }: Posting,
  bodyOf: (n: number) => object,
  isGood: (answer: Record<string, unknown>) => boolean,
): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const from = performance.now()
  let next = 0
  let last = from
  const caller = async () => {
    while (performance.now() - from < seconds * 1000) {
      const body = JSON.stringify(bodyOf(next++))
      const url = `http://127.0.0.1:${port}${API}${path}`
      const answer = await fetch(url, { method: 'POST', headers, body })
      const text = await answer.text()
      if (!answer.ok || !isGood(JSON.parse(text)))
        throw new Error(`a call failed: ${answer.status} ${text.slice(0, 300)}`)
      last = performance.now()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return next / ((last - from) / 1000)
}
