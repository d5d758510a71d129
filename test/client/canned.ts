/** A server with canned answers, which remembers its requests: for tests of the client alone. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from '../support/typed-client/client.ts'
import type { Binding } from '../support/typed-client/request.ts'

export const namespace = 'http://pennypost.example/externalapi/v3/'
export const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'

export interface Seen {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
}
export interface Reply {
  status?: number
  type: string
  body: string
}

export interface Canned {
  reply(reply: Reply): void
  clientFor(binding: Binding): Client
  seen: Seen[]
  connections(): number
  stop(): void
}

export async function startCanned(): Promise<Canned> {
  let next: Reply = { status: 500, type: 'text/plain', body: '' }
  let connections = 0
  const seen: Seen[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = request
    seen.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(next.status ?? 200, { 'content-type': next.type }).end(next.body)
  })
  server.on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/externalapiservice.asmx`
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return {
    seen,
    reply: reply => {
      next = reply
    },
    clientFor: binding =>
      createClient({ url, namespace, username: 'ada', password: 'l & <ve', binding, agent }),
    connections: () => connections,
    stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

export const envelopes = {
  soap11: { uri: 'http://schemas.xmlsoap.org/soap/envelope/', type: 'text/xml; charset=utf-8' },
  soap12: {
    uri: 'http://www.w3.org/2003/05/soap-envelope',
    type: 'application/soap+xml; charset=utf-8',
  },
}

/** An answer of a service: `inside` in an envelope, or `root` over the forms. */
export function answering(binding: Binding, name: string, inside: string, root: string): Reply {
  if (binding === 'get' || binding === 'post') {
    return { type: 'text/xml; charset=utf-8', body: `${DECLARATION}\r\n${root}` }
  }
  const { uri, type } = envelopes[binding]
  const body =
    `${DECLARATION}<soap:Envelope xmlns:soap="${uri}" ${XSI} ` +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${name}Response xmlns="${namespace}">${inside}</${name}Response></soap:Body></soap:Envelope>`
  return { type, body }
}

export function refusing(binding: Binding, text: string, code: number, reason: string): Reply {
  const detail = `<Refusal xmlns="${namespace}"><Code>${code}</Code><Reason>${reason}</Reason></Refusal>`
  const envelope = (inside: string) =>
    `${DECLARATION}<soap:Envelope ` +
    `xmlns:soap="${envelopes[binding as 'soap11'].uri}"><soap:Body><soap:Fault>${inside}</soap:Fault></soap:Body></soap:Envelope>`
  if (binding === 'soap11') {
    const body = envelope(
      `<faultcode>soap:Client</faultcode><faultstring>${text}</faultstring><detail>${detail}</detail>`,
    )
    return { status: 500, type: envelopes.soap11.type, body }
  }
  if (binding === 'soap12') {
    const body = envelope(
      '<soap:Code><soap:Value>soap:Sender</soap:Value></soap:Code><soap:Reason><soap:Text ' +
        `xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail>${detail}</soap:Detail>`,
    )
    return { status: 500, type: envelopes.soap12.type, body }
  }
  return {
    status: 500,
    type: 'text/plain; charset=utf-8',
    body: `${text} (${reason}, ${code})\r\n`,
  }
}

/** A DataSet of one table; columns as `Name:type`. */
export function dataSet(table: string, columns: string[], rows: string): string {
  const sequence = columns
    .map(column => column.split(':'))
    .map(([name, type]) => `<xs:element name="${name}" type="xs:${type}" minOccurs="0" />`)
    .join('')
  const names =
    'xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" ' +
    'xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"'
  const data = rows === '' ? '' : `<NewDataSet xmlns="">${rows}</NewDataSet>`
  return (
    '<xs:schema id="NewDataSet" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
    'xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">' +
    '<xs:element name="NewDataSet" msdata:IsDataSet="true" ' +
    'msdata:UseCurrentLocale="true"><xs:complexType><xs:choice minOccurs="0" ' +
    'maxOccurs="unbounded">' +
    '<xs:element ' +
    `name="${table}"><xs:complexType><xs:sequence>${sequence}</xs:sequence></xs:complexType></xs:element>` +
    '</xs:choice></xs:complexType></xs:element></xs:schema><diffgr:diffgram ' +
    `${names}>${data}</diffgr:diffgram>`
  )
}
