/** Prebuilt requests and responses as bytes: SOAP 1.1 as classic clients send it. */
import { PASSWORD } from './fixture.ts'

const NS = 'http://pennypost.example/externalapi/v3/'
export const PATH = '/externalapiservice.asmx'
export const TYPE = 'text/xml; charset=utf-8'

const envelope = (body: string): string =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope ' +
  'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  `xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>${body}</soap:Body></soap:Envelope>`

/** One call as an HTTP request. */
export function soap11(
  operation: string,
  username: string,
  params: Record<string, string | number>,
): string {
  const given = Object.entries({ strUsername: username, strPassword: PASSWORD, ...params })
  const inside = given.map(([name, value]) => `<${name}>${value}</${name}>`).join('')
  const body = envelope(`<${operation} xmlns="${NS}">${inside}</${operation}>`)
  const head = [
    `POST ${PATH} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Content-Type: ${TYPE}`,
    `SOAPAction: "${NS}${operation}"`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Inserts a new address each time: the load replaces the row of #. */
export const insertOf = (username: string, listId: number, run: string): string =>
  soap11('InsertSubscriber', username, {
    strEmail: `##########.${run}@example.com`,
    strName: 'Ada Lovelace 1815',
    strFormat: 'HTML',
    strCountryCode: 'GB',
    strPhoneNumber: '+44701234567',
    strMailingListID: listId,
  })

export const pageOf = (username: string, listId: number, page: number, size: number): string =>
  soap11('GetPagedSubscribers', username, {
    strMailingListId: listId,
    pageIndex: page,
    pageSize: size,
  })

export const listsOf = (username: string): string => soap11('GetMailingLists', username, {})

/** Text in the first bytes of a good response, before a digit. */
export const POSITIVE = {
  insert: '<InsertSubscriberResult>',
  page: '<SubscriberID>',
  lists: '<MailingListID>',
}

/** One call over a new connection; for checking responses, not for measuring. */
export async function answerTo(
  port: number,
  request: string,
): Promise<{ status: number; body: string }> {
  const [head, ...rest] = request.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head!
      .split('\r\n')
      .slice(1)
      .map(line => line.split(/: /, 2)),
  )
  delete headers.Host
  delete headers['Content-Length']
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    method: 'POST',
    headers,
    body: rest.join('\r\n\r\n'),
  })
  return { status: answer.status, body: await answer.text() }
}
