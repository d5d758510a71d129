/**
 * Envelopes changed at random: whatever comes, there is an answer, and a 500 says what the caller
 * did.
 */
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Handlers } from '../../src/operations/handler.ts'
import {
  type Answer,
  credentials,
  envelope,
  NS,
  operation,
  PATH,
  type Service,
  SOAP12,
  startService,
} from './service.ts'

const handlers: Partial<Handlers> = {
  InsertMailingList: async () => 17,
  GetPagedSubscribers: async () => [],
  GetMailingLists: async () => [],
  GetNewsletterWebVersionUrlByFilters: async () => 'u',
}

const MEGABYTE = 1 << 20

describe('mutated envelopes', () => {
  let service: Service
  before(async () => {
    service = await startService(handlers)
  })
  after(() => service.close())

  test('10,000 end in an answer', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const before = process.memoryUsage().rss
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 20, maxLength: 20 }), async requests => {
        const answers = await Promise.all(
          requests.map(({ headers, body }) => sendKept(agent, headers, body)),
        )
        for (const [index, answer] of answers.entries()) explained(answer, requests[index]!)
      }),
      { numRuns: 500 },
    )
    agent.destroy()
    assert.deepEqual(service.reported, [])
    assert.ok(process.memoryUsage().rss - before < 300 * MEGABYTE)
  })

  function sendKept(agent: Agent, headers: Record<string, string>, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = {
        port: service.port,
        method: 'POST',
        path: PATH,
        agent,
        headers: { ...headers, 'Content-Length': body.length },
      }
      const req = request(options, res => {
        const chunks: Buffer[] = []
        res.on('data', chunk => chunks.push(chunk))
        res.on('end', () =>
          resolve({
            status: res.statusCode!,
            headers: res.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
      req.setTimeout(5_000, () => req.destroy(new Error('no answer')))
      req.on('error', reject)
      req.end(body)
    })
  }
})

/** A status of those decided, and a 500 that says what the caller did. */
function explained({ status, body }: Answer, sent: Mutation): void {
  const known = status === 200 || status === 400 || status === 415 || status === 500
  const said = status !== 500 || /soap:(Client|Sender|VersionMismatch|MustUnderstand)</.test(body)
  assert.ok(
    known && said,
    `${status} ${body} for ${JSON.stringify(sent.headers)} ${sent.body.toString()}`,
  )
}

interface Mutation {
  headers: Record<string, string>
  body: Buffer
}

const nil = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"'
const originals = [
  envelope(
    operation('InsertMailingList', '<strListName>Åsa &amp; Ö</strListName><strDescription/>'),
  ),
  envelope(
    operation(
      'GetPagedSubscribers',
      '<strMailingListId>1</strMailingListId><pageIndex>1</pageIndex><pageSize>10</pageSize>',
    ),
    SOAP12,
  ),
  envelope(
    operation(
      'GetNewsletterWebVersionUrlByFilters',
      `<intNewsletterId>1</intNewsletterId><intFilterIds><int>1</int><int ${nil}/></intFilterIds>`,
    ),
    undefined,
    '<soap:Header><h xmlns="urn:h" soap:mustUnderstand="0"/></soap:Header>',
  ),
  envelope(
    `<n:GetMailingLists xmlns:n="${NS}"><!-- c -->${credentials}<![CDATA[]]></n:GetMailingLists>`,
  ),
]

const piece = fc.oneof(
  fc.constantFrom(
    '<',
    '>',
    '&',
    '"',
    '/',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE a>',
    '&#0;',
    '&lt;',
    '\0',
    'soap:',
    'xmlns=""',
    '\ufeff',
    '<a>',
    '</a>',
    '<strUsername>x</strUsername>',
    'Envelope',
    'Body',
    SOAP12,
    NS,
    '-1',
    '1e9',
    '99999999999',
    '=',
    ' ',
    '\r\n',
    'é',
    '😀',
  ),
  fc.string({ maxLength: 8 }),
)

interface Edit {
  at: number
  cut: number
  put: string
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(12),
    put: fc.oneof(fc.constant(''), piece),
  }),
  { minLength: 1, maxLength: 4 },
)

const mutation: fc.Arbitrary<Mutation> = fc
  .record({
    original: fc.constantFrom(...originals),
    edits,
    bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      maxLength: 2,
    }),
    encoding: fc.constantFrom(
      'utf8',
      'utf8',
      'utf8',
      'latin1',
      'utf16le',
    ) as fc.Arbitrary<BufferEncoding>,
    type: fc.constantFrom(
      'text/xml; charset=utf-8',
      'text/xml',
      'text/xml',
      'application/soap+xml',
      'text/xml; charset=utf-16',
      'text/plain',
    ),
    action: fc.constantFrom(
      undefined,
      undefined,
      `"${NS}InsertMailingList"`,
      `${NS}GetPagedSubscribers`,
      '""',
      'x',
      '%',
    ),
  })
  .map(({ original, edits, bytes, encoding, type, action }) => {
    let text = original
    for (const { at, cut, put } of edits) {
      const place = Math.floor(at * text.length)
      text = text.slice(0, place) + put + text.slice(place + cut)
    }
    const body = Buffer.from(text, encoding)
    for (const [at, byte] of bytes) body[Math.floor(at * (body.length - 1))] = byte
    return {
      headers: { 'Content-Type': type, ...(action === undefined ? {} : { SOAPAction: action }) },
      body,
    }
  })
