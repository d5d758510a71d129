/** How each provider tells a key that it may not do something. */
import assert from 'node:assert/strict'
import type { wires } from '../../src/wires/edge.ts'

type WireName = (typeof wires)[number]['name']

/** The status, and the body without its sentence. */
const REFUSED: Record<WireName, [status: number, body: object]> = {
  resend: [401, { statusCode: 401, name: 'restricted_api_key', message: '' }],
  postmark: [422, { ErrorCode: 405, Message: '' }],
  sendgrid: [403, { errors: [{ message: '', field: null, help: null }] }],
  mailgun: [403, { message: '' }],
}

export function keyHeaders(name: WireName, token: string): Record<string, string> {
  if (name === 'postmark') return { 'X-Postmark-Server-Token': token }
  if (name === 'mailgun')
    return { Authorization: `Basic ${Buffer.from(`api:${token}`).toString('base64')}` }
  return { Authorization: `Bearer ${token}` }
}

export async function assertNotAllowed(
  name: WireName,
  answer: Response,
  what = name as string,
): Promise<void> {
  const said = await answer.json()
  const bare = JSON.parse(JSON.stringify(said), (key, value) => {
    if (!/^message$/i.test(key)) return value
    assert.ok(typeof value === 'string' && value !== '', `${what}: ${key}`)
    return ''
  })
  assert.match(answer.headers.get('content-type')!, /^application\/json/)
  assert.deepEqual([answer.status, bare], REFUSED[name], `${what}: ${JSON.stringify(said)}`)
}
