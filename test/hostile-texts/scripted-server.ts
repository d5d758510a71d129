/**
 * A server on loopback that answers by a script made of a hostile text, and hangs up: the rest is
 * the client's own work.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** The answer, and whether it is the last one. */
export type Said = string | Buffer | { last: string | Buffer }

export interface Script {
  /** Before the client has said anything. */
  greeting?: Said
  /** To a line, or to whatever has come where the client does not speak in lines. */
  answer(heard: string, socket: Socket): Said
  lines?: boolean
}

export interface ScriptedServer {
  port: number
  /** The answers of the next connections. */
  script: Script
  /** Whether what ends a connection was said. */
  saidLast: boolean
  close(): void
}

export async function scriptedServer(): Promise<ScriptedServer> {
  const open = new Set<Socket>()
  const server: Server = createServer(socket => {
    const { greeting, answer, lines = true } = scripted.script
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    const say = (said: Said) => {
      if (socket.writableEnded) return
      if (typeof said === 'object' && 'last' in said) {
        scripted.saidLast = true
        socket.end(said.last)
      } else if (said.length > 0) socket.write(said)
    }
    if (greeting !== undefined) say(greeting)
    let rest = ''
    socket.on('data', chunk => {
      if (!lines) return say(answer(chunk.toString('latin1'), socket))
      const heard = (rest + chunk.toString('latin1')).split('\r\n')
      rest = heard.pop()!
      for (const line of heard) say(answer(line, socket))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const scripted: ScriptedServer = {
    port: (server.address() as AddressInfo).port,
    script: { answer: () => '' },
    saidLast: false,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
  return scripted
}
