/**
 * A webhook receiver as a separate process: accepts everything, and reports to its parent the count
 * and times.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0
let first = 0
let last = 0

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    last = Date.now()
    if (count++ === 0) first = last
    response.writeHead(200, { 'content-length': '2' }).end('ok')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))

process.on('message', (said: string) => {
  process.send!({ count, first, last })
  if (said === 'begin') count = 0
})
process.on('disconnect', () => process.exit(0))
