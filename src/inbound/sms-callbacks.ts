/**
 * Callbacks of HTTP gateways: POST or GET /api/sms/receipt/TOKEN and /api/sms/reply/TOKEN. The
 * token of the settings is part of the address, since few gateways can sign. 200 means that the
 * call is stored; after 503 the gateway must retry.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestBodies } from '../lib/request-bodies.ts'
import type { Listener, Receipt, ReceiptState, Reply } from '../sms/gateway.ts'
import { digits } from '../sms/smpp/receipt.ts'
import { readCallback } from './read-callback.ts'

export interface SmsCallbacks {
  token: string | undefined
  listener: Listener
  bodies: RequestBodies
  report(error: unknown, req: IncomingMessage): void
}

/** Parameter names of various gateways, in lower case. */
const ID = [
  'id',
  'message_id',
  'messageid',
  'message-id',
  'messagesid',
  'smsid',
  'msgid',
  'reference',
  'client_ref',
]
const STATUS = [
  'status',
  'messagestatus',
  'state',
  'stat',
  'dlr',
  'message_status',
  'smsstatus',
  'delivery_status',
]
const FROM = ['from', 'sender', 'msisdn', 'source', 'originator', 'number']
const TO = ['to', 'recipient', 'destination', 'receiver']
const TEXT = ['text', 'body', 'message', 'content']

/** Words, and the numbers of Kannel's %d. */
const STATES: Record<ReceiptState, readonly string[]> = {
  delivered: ['1', 'delivered', 'delivrd', 'delivery_success', 'delivered_to_handset', 'success'],
  undelivered: [
    '2',
    'undelivered',
    'undeliv',
    'undeliverable',
    'failed',
    'failure',
    'expired',
    'deleted',
    'error',
    'not_delivered',
  ],
  refused: ['16', 'rejected', 'rejectd', 'refused', 'blocked'],
  'in transit': [
    '4',
    '8',
    '32',
    'queued',
    'accepted',
    'acceptd',
    'sending',
    'sent',
    'enroute',
    'buffered',
    'submitted',
    'unknown',
    'pending',
  ],
}

const LARGEST = 64 * 1024

/** Handles requests for these addresses. */
export function createSmsCallbacks({ token, listener, bodies, report }: SmsCallbacks) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const answer = (status: number, text: string) => {
      res.writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      })
      res.end(`${text}\n`)
    }
    const url = URL.parse(req.url ?? '/', 'http://localhost')
    const [, kind, given] =
      /^\/api\/sms\/(receipt|reply)\/([\w-]+)$/.exec(url?.pathname ?? '') ?? []
    if (!url || token === undefined || given === undefined || !same(given, token))
      return answer(404, 'There is nothing here.')
    // A HEAD would be counted, too.
    if (req.method !== 'GET' && req.method !== 'POST') {
      res.setHeader('Allow', 'GET, POST')
      return answer(405, 'Receipts and replies come by GET or POST.')
    }
    const body = await readCallback(req, res, { bodies, most: LARGEST })
    if (typeof body !== 'string') return answer(...body)
    const fields = fieldsOf(url.searchParams, body, req.headers['content-type'] ?? '')
    if (!fields) return answer(400, 'The body is neither a form nor a JSON object.')
    const read = kind === 'receipt' ? readReceipt(fields) : readReply(fields)
    if (typeof read === 'string') return answer(400, read)
    try {
      await ('state' in read ? listener.receipt(read) : listener.reply(read))
    } catch (error) {
      report(error, req)
      return answer(503, 'It could not be stored. Please retry.')
    }
    answer(200, 'ok')
  }
}

const same = (given: string, token: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}

/** Parameters of the query and the body, by name in lower case; the body takes precedence. */
function fieldsOf(
  query: URLSearchParams,
  body: string,
  type: string,
): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const [name, value] of query) fields.set(name.toLowerCase(), value)
  if (body.trim() === '') return fields
  if (!/json/i.test(type) && !body.trimStart().startsWith('{')) {
    for (const [name, value] of new URLSearchParams(body)) fields.set(name.toLowerCase(), value)
    return fields
  }
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    for (const [name, value] of Object.entries(read))
      if (typeof value === 'string' || typeof value === 'number')
        fields.set(name.toLowerCase(), String(value))
    return fields
  } catch {
    return undefined
  }
}

const first = (fields: Map<string, string>, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = fields.get(name)?.trim()
    if (value) return value
  }
  return undefined
}

/** The delivery receipt, or a sentence that says what is missing. */
function readReceipt(fields: Map<string, string>): Receipt | string {
  const id = first(fields, ID)
  if (id === undefined || id.length > 100)
    return 'A receipt must identify the SMS: id, as in {id} or in the reply to the SMS.'
  const said = first(fields, STATUS)
  if (said === undefined) return 'A receipt must have the state of the SMS: status.'
  const word = said.toLowerCase().replace(/[\s-]+/g, '_')
  const state = (Object.keys(STATES) as ReceiptState[]).find(one => STATES[one].includes(word))
  if (!state)
    return (
      `The status ${JSON.stringify(said.slice(0, 40))} is unknown; known are ` +
      `${Object.values(STATES).flat().join(', ')}.`
    )
  const numbers = [first(fields, TO), first(fields, FROM)]
    .map(one => digits(one ?? ''))
    .filter(one => one !== '')
  return { ...(/^\d+-\d+-\d+$/.test(id) ? { name: id } : { gatewayId: id }), state, said, numbers }
}

function readReply(fields: Map<string, string>): Reply | string {
  const from = first(fields, FROM)
  const number = digits(from ?? '')
  if (number.length < 3 || number.length > 15)
    return 'A reply must have its sender: from, a number with its calling code.'
  const text = first(fields, TEXT)
  if (text === undefined) return 'A reply must have a text.'
  return { from: `+${number}`, to: first(fields, TO) ?? '', text }
}
