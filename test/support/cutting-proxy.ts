/** A reverse proxy that cuts live streams after a while, as some do with answers without an end. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CuttingProxy {
  origin: string
  /** Streams cut so far. */
  cuts(): number
  stop(): Promise<void>
}

export async function startCuttingProxy(
  target: string,
  afterMillis: number,
): Promise<CuttingProxy> {
  let cuts = 0
  const server = createServer((req, res) => {
    const { method, headers, url = '/' } = req
    const onward = request(target + url, { method, headers }, answer => {
      res.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(res)
      if (!answer.headers['content-type']?.startsWith('text/event-stream')) return
      setTimeout(() => {
        if (!res.destroyed) cuts++
        res.destroy()
        onward.destroy()
      }, afterMillis)
    })
    onward.on('error', () => res.destroy())
    req.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
