/** Programs that call the JSON API with a key. */
import type { NewApiKey } from '../src/domain/members/api-keys/api-keys.ts'

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
}

/** Written before they are posted, as the file of an import is. */
export const bodiesOf = (count: number, bodyOf: (n: number) => object): Buffer[] =>
  Array.from({ length: count }, (_, n) => Buffer.from(JSON.stringify(bodyOf(n))))

/** Posts bodies, and returns the calls a second. Answers are judged when all are there. */
export async function postAll(
  { port, token, path, atOnce }: Posting,
  bodies: readonly Buffer[],
  isGood: (answer: Record<string, unknown>) => boolean,
): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const url = `http://127.0.0.1:${port}${API}${path}`
  const left = [...bodies]
  const answers: { status: number; text: string }[] = []
  const from = performance.now()
  const caller = async () => {
    for (let body = left.shift(); body; body = left.shift()) {
      const answer = await fetch(url, { method: 'POST', headers, body })
      answers.push({ status: answer.status, text: await answer.text() })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  const seconds = (performance.now() - from) / 1000
  for (const { status, text } of answers)
    if (status !== 200 || !isGood(JSON.parse(text)))
      throw new Error(`a call failed: ${status} ${text.slice(0, 300)}`)
  return answers.length / seconds
}
