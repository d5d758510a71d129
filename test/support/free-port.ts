/**
 * A port without a listener. It is none of those that the system gives to connections and to
 * listeners without a number: one of these could be taken before it is used.
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const FIRST = 12_000
/** Linux gives ports from 32,768 on, other systems from 49,152 on. */
const AFTER_LAST = 32_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
