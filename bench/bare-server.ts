/**
 * The baseline of HTTP: a bare node:http server that reads the body and sends a canned answer.
 * Gets the answer from its parent, and tells it the port.
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
        String(answer.length),
      ])
      res.end(answer)
    })
  })
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  )
})
process.on('disconnect', () => process.exit(0))
