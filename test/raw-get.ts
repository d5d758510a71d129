/** HTTP requests as they are written, for the tests of the hallway. */
import http from 'node:http'

/** A request with the headers as given, Host included, which fetch would not send. */
export function get(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { headers, method, agent: false }, async res => {
        let text = ''
        for await (const chunk of res.setEncoding('utf8')) text += chunk
        resolve({ status: res.statusCode!, headers: res.headers, text })
      })
      .on('error', reject)
      .end()
  })
}
