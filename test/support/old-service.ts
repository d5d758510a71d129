/**
 * A former service that misbehaves: it answers reading calls from tables in memory, and each call
 * may be spoilt once by the test. It knows no operation that changes anything, and notes all calls.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface OldPerson {
  id: number | string
  email: string
  name?: string
  dd1?: string
}

export type Spoil = 'busy' | 'fault' | 'half' | 'broken' | 'gone' | 'slow' | 'empty'

export interface MisbehavingService {
  url: URL
  calls: { operation: string; parameters: Record<string, string> }[]
  /** The most calls that were not answered yet at a time. */
  mostAtOnce: number
  lists: Map<number | string, { name: string; people: OldPerson[] }>
  optOuts: { id: number; email: string; reason: string; subscriberId?: number }[]
  triggers: { id: number; name: string; listId: number }[]
  /** Named in the description when there are any. */
  bounces: { id: number; email: string; category: string; reason: string }[]
  /** Letters of iso-8859-1 under this charset; empty: none is named. */
  latin1: { charset: string } | undefined
  /** Whether the lists say how many people they have. */
  counts: boolean
  /** The faults of the next calls of an operation, one after the other. */
  spoil: Map<string, Spoil[]>
  /** The most rows of a page, in any call. */
  mostRows: number
  /** Refuses connections, and breaks those that there are, until it is back on the same port. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const NAMESPACE = 'http://old.example/api/v3/'

export async function misbehavingService(): Promise<MisbehavingService> {
  let open = 0
  const server = http.createServer((req, res) => {
    old.mostAtOnce = Math.max(old.mostAtOnce, ++open)
    res.on('close', () => open--)
    void answer(old, req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const old: MisbehavingService = {
    url: new URL(`http://127.0.0.1:${port}/externalapiservice.asmx`),
    calls: [],
    mostAtOnce: 0,
    lists: new Map(),
    optOuts: [],
    triggers: [],
    bounces: [],
    latin1: undefined,
    counts: true,
    spoil: new Map(),
    mostRows: 1000,
    async leave() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    async comeBack() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: () => old.leave(),
  }
  return old
}

async function answer(
  old: MisbehavingService,
  req: http.IncomingMessage,
  res: http.ServerResponse,
): Promise<void> {
  if (req.method === 'GET') {
    res.setHeader('content-type', 'text/xml')
    res.end(
      `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${NAMESPACE}">` +
        '<wsdl:portType name="p"><wsdl:operation name="GetMailingLists"/>' +
        (old.bounces.length > 0 ? '<wsdl:operation name="GetBounces"/>' : '') +
        '</wsdl:portType>' +
        '</wsdl:definitions>',
    )
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const [, operation = ''] = /<soap:Body><(\w+)/.exec(body) ?? []
  const parameters = Object.fromEntries(
    [...body.matchAll(/<((?:str|int|page)\w+)>([^<]*)</g)].map(([, name, text]) => [name!, text!]),
  )
  old.calls.push({ operation, parameters })
  const spoilt = old.spoil.get(operation)?.shift()
  if (spoilt === 'busy') return void res.writeHead(503, { 'retry-after': '0' }).end('busy')
  if (spoilt === 'gone') return void req.socket.destroy()
  if (spoilt === 'fault') {
    res.writeHead(500, { 'content-type': 'text/xml; charset=utf-8' })
    const fault =
      '<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Deadlock</faultstring></soap:Fault>'
    return void res.end(enveloped(fault))
  }
  const rows = spoilt === 'empty' ? [] : rowsOf(old, operation, parameters)
  const text = enveloped(
    `<${operation}Response xmlns="${NAMESPACE}"><${operation}Result>${rows.join('')}` +
      `</${operation}Result></${operation}Response>`,
  )
  const charset = old.latin1 ? old.latin1.charset : '; charset=utf-8'
  const bytes = Buffer.from(text, old.latin1 ? 'latin1' : 'utf8')
  res.setHeader('content-type', `text/xml${charset}`)
  if (spoilt === 'half') {
    // A whole answer to HTTP, and half a document.
    res.end(bytes.subarray(0, bytes.length >> 1))
  } else if (spoilt === 'broken') {
    res.setHeader('content-length', bytes.length)
    res.write(bytes.subarray(0, bytes.length >> 1), () => req.socket.destroy())
  } else if (spoilt === 'slow') {
    for (let at = 0; at < bytes.length; at += 1 + (bytes.length >> 3)) {
      res.write(bytes.subarray(at, at + 1 + (bytes.length >> 3)))
      await pause(40)
    }
    res.end()
  } else res.end(bytes)
}

const enveloped = (inside: string) =>
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<soap:Body>${inside}</soap:Body></soap:Envelope>`

function rowsOf(
  old: MisbehavingService,
  operation: string,
  given: Record<string, string>,
): string[] {
  switch (operation) {
    case 'GetMailingLists':
      return dataset(
        'Table',
        [...old.lists].map(([id, { name, people }]) => ({
          MailingListID: id,
          Name: name,
          FromName: 'Shop',
          FromEmail: 'shop@example.test',
          CharacterSet: 'utf-8',
          ...(old.counts && { Subscribers: people.length }),
        })),
      )
    case 'GetPagedSubscribers': {
      const [page, size] = [Number(given.pageIndex), Math.min(old.mostRows, Number(given.pageSize))]
      const list = [...old.lists].find(([id]) => String(id) === given.strMailingListId)
      const people = list?.[1].people ?? []
      return dataset(
        'Table',
        people.slice((page - 1) * size, page * size).map(({ id, email, name = '', dd1 = '' }) => ({
          SubscriberId: id,
          Email: email,
          Name: name,
          Format: 'HTML',
          dd1,
        })),
      )
    }
    case 'GetSubscriberMailingLists':
      return dataset(
        'Table',
        [...old.lists]
          .filter(([, { people }]) => people.some(({ id }) => String(id) === given.strSubscriberId))
          .map(([id]) => ({ MailingListID: id })),
      )
    case 'GetOptOutAll':
    case 'GetOptOutAllInPeriod':
      return dataset(
        'Table',
        old.optOuts.map(({ id, email, reason, subscriberId }) => ({
          Id: id,
          ...(subscriberId && { SubscriberId: subscriberId }),
          Email: email,
          Created: '2019-05-04T10:20:30.1234567+02:00',
          Reason: reason,
        })),
      )
    case 'GetBounces':
      return dataset(
        'Table',
        old.bounces.map(({ id, email, category, reason }) => ({
          Id: id,
          Email: email,
          BounceDate: '2025-05-04T10:20:30',
          BounceCategory: category,
          BounceReason: reason,
        })),
      )
    case 'GetTriggerIdForAccount':
      return old.triggers.map(({ id, name, listId }) =>
        row('TriggerResult', { Id: id, Name: name, MailinglistId: listId }),
      )
    default:
      return []
  }
}

const dataset = (table: string, rows: Record<string, string | number>[]): string[] => [
  '<d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><NewDataSet xmlns="">',
  ...rows.map(cells => row(table, cells)),
  '</NewDataSet><d:before><Table><Email>former@example.test</Email></Table></d:before></d:diffgram>',
]

const row = (name: string, cells: Record<string, string | number>): string =>
  `<${name}>${Object.entries(cells)
    .map(([column, value]) => `<${column}>${String(value).replaceAll('&', '&amp;')}</${column}>`)
    .join('')}</${name}>`
