/**
 * Whole messages, byte for byte: each `NAME.request.http` under fixtures/pairs is sent, and
 * answered as `NAME.response.http` says. Line ends are LF in the files and CRLF on the wire. With
 * UPDATE_PAIRS=1 the answers are written instead: read the diff.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Handlers } from '../../src/operations/handler.ts'
import { http, type Service, startService } from './service.ts'

const FOLDER = new URL('fixtures/pairs/', import.meta.url)

const person = (id: number, name: string | null, fields: string) => ({
  id,
  email: `person${id}@example.test`,
  name,
  format: 'html' as const,
  countryCode: '46',
  phone: ' ',
  created: '2026-11-21 14:00:00.512345+01',
  subscribed: new Date(Date.UTC(2026, 10, 21, 13)),
  fields,
})

const handlers: Partial<Handlers> = {
  InsertSubscriber: async () => 5000000001,
  InsertMailingList: async () => 17,
  GetLoginLink: async () => 'https://host.example/t/a?b=1&c=2',
  GetNewsletterWebVersionUrlByFilters: async () => '',
  InsertTransactionFromFile: async (_, { url }) =>
    url === '' ? null : '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f',
  SendSmsToMailingList: async () => ({ creditCost: '12.50', totalCredits: '1000' }),
  GetRoiResults: async (_, { sendingId }) =>
    sendingId === 1
      ? [
          { url: 'http://a.example/?b=1&c', clicks: 3, closures: 2, value: 1234.5 },
          { url: '', clicks: 0, closures: 0, value: 1e-7 },
          { url: null, clicks: 0, closures: 0, value: Number.POSITIVE_INFINITY },
        ]
      : [],
  GetPagedSubscribers: async (_, { page }) => ({
    width: 3,
    rows:
      page === 1
        ? [
            person(1, 'Åsa Öberg €', 'Lund\x1f\x1f<1>'),
            person(2, '', '\x1f \x1f'),
            person(3, null, ''),
          ]
        : [],
  }),
  GetReportViewsByDateInterval: async (_, { field }) => ({
    caption: field,
    rows: [
      {
        subscriberId: null,
        email: null,
        name: null,
        viewed: '2026-11-21 14:00:00+01',
        fieldValue: 'x',
      },
    ],
  }),
  GetTransactionProjects: async () => [
    {
      projectGuid: '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f',
      name: 'Receipts',
      newsletterId: null,
      subject: 'Thank you',
      active: true,
      created: '2026-11-21 14:00:00+01',
    },
  ],
}

describe('messages on the wire', () => {
  let service: Service
  before(async () => {
    service = await startService(handlers)
  })
  after(() => service.close())

  for (const file of readdirSync(FOLDER).filter(name => name.endsWith('.request.http'))) {
    const name = file.replace('.request.http', '')
    test(name, async () => {
      const [head, body] = halves(readFileSync(new URL(file, FOLDER), 'utf8'))
      const [line, ...headers] = head.split('\n')
      const [method, path] = line!.split(' ') as [string, string]
      const fields = Object.fromEntries(headers.map(header => header.split(': ', 2)))
      const answer = await http(service, method, path, fields, body)
      const told = ['cache-control', 'content-type'].map(
        field => `${field}: ${answer.headers[field]}\n`,
      )
      const response = `${answer.status}\n${told.join('')}\n${answer.body.replaceAll('\r\n', '\n')}\n`
      const target = new URL(`${name}.response.http`, FOLDER)
      if (process.env.UPDATE_PAIRS) writeFileSync(target, response)
      assert.equal(response, readFileSync(target, 'utf8'))
      assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)))
    })
  }
})

function halves(text: string): [string, string] {
  const at = text.indexOf('\n\n')
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at), text.slice(at + 2).trimEnd()]
}
