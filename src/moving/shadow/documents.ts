/**
 * Requests that call nothing: the service description and the help pages. Addresses of the old
 * service in them become those of the host that programs call, or programs that read the
 * description would go past it.
 */
import type http from 'node:http'
import type { PassedRequest } from './call.ts'
import { passOn, receive, type ShadowTarget, send } from './forward.ts'

export async function sendDocument(
  target: ShadowTarget,
  request: PassedRequest,
  res: http.ServerResponse,
): Promise<void> {
  const response = await send(target, { ...request, headers: plain(request.headers) })
  const type = response.headers['content-type'] ?? ''
  if (target.keepsHost || request.method !== 'GET' || !/xml|html/i.test(type))
    return void (await passOn(response, res))
  const { status, body, headers } = await receive(response)
  if (!body) {
    res.writeHead(502, { 'content-type': 'text/plain' }).end('The description is too long.\n')
    return
  }
  const { host = '', 'x-forwarded-proto': proto } = request.headers
  const origin = `${proto === 'https' ? 'https' : 'http'}://${String(host)}`
  const { hostname, port } = target.url
  let text = body.toString('latin1')
  for (const scheme of ['http', 'https'])
    for (const written of [`${scheme}://${hostname}:${port}/`, `${scheme}://${hostname}/`])
      text = text.replaceAll(written, `${origin}/`)
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...rest } = headers
  res.writeHead(status, rest as http.OutgoingHttpHeaders).end(Buffer.from(text, 'latin1'))
}

/** Without compression: the text is read here. */
const plain = ({ 'accept-encoding': _, ...headers }: PassedRequest['headers']) => headers
