/**
 * The HTTP baseline: a bare node:http server that reads the body and sends a fixed response. Gets
 * the response from its parent process, and returns the port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

process.on('message', ({ answer, type }: { answer: string; type: string }) => {
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', chunk => chunks.push(chunk))
    req.on('end', () => {
      res.writeHead(200, [
        'Cache-Control',
        'private, max-age=0',
        'Content-Type',
        type,
        'Content-Length',
        String(Buffer.byteLength(answer)),
      ])
      res.end(answer)
    })
  })
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  )
})
process.on('disconnect', () => process.exit(0))
