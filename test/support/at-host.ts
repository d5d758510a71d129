/** Requests with a Host of their own, which fetch() does not send. */
import http from 'node:http'

export interface SeenAtHost {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** To a server on this machine. `body`: of a form, sent as it is; then it is a POST. */
export function askAt(
  origin: string,
  host: string,
  path: string,
  { method, headers = {}, body }: http.RequestOptions & { body?: string } = {},
): Promise<SeenAtHost> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const asked = http.request({
    host: '127.0.0.1',
    port: new URL(origin).port,
    path,
    agent: false,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { Host: host, ...(body !== undefined && type), ...headers },
  })
  return new Promise((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', answer => {
      const parts: Buffer[] = []
      answer.on('error', reject)
      answer.on('data', part => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: answer.statusCode!, headers: answer.headers, text })
      })
    })
    asked.end(body)
  })
}
