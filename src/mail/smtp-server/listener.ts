/** An SMTP server: accepts connections within limits, each a session. */
import { createServer, type Socket } from 'node:net'
import type { Budget } from './content.ts'
import { startSession } from './session.ts'
import type { MailSession, MailSessionOptions, SessionLimits } from './terms.ts'

export interface ListenerLimits extends SessionLimits {
  connections: number
  /** Of one peer. */
  connectionsOfPeer: number
  /** Octets of messages being received, all together. */
  memory: number
}

export const USUAL_LIMITS: ListenerLimits = {
  size: 20 << 20,
  keep: 4 << 20,
  recipients: 50,
  wrong: 20,
  idle: 120_000,
  message: 600_000,
  conversation: 3_600_000,
  connections: 200,
  connectionsOfPeer: 50,
  memory: 128 << 20,
}

/** Of a message, or of a connection that is refused. */
export type ReceiptOutcome =
  | Parameters<MailSessionOptions<unknown>['count']>[0]
  | 'too many connections'

export interface ListenerOptions<Mailbox, Client = undefined>
  extends Omit<MailSessionOptions<Mailbox, Client>, 'limits' | 'budget' | 'count'> {
  host: string
  port: number
  limits: ListenerLimits
  count(what: ReceiptOutcome): void
}

export interface MailListener {
  port: number
  /**
   * Graceful shutdown: accepts nothing new, and resolves when current messages are received or the
   * time is over.
   */
  close(patienceMillis?: number): Promise<void>
}

export async function startListener<Mailbox, Client = undefined>(
  options: ListenerOptions<Mailbox, Client>,
): Promise<MailListener> {
  const { host, port, limits, count } = options
  const budget: Budget = { left: limits.memory }
  const open = new Map<Socket, MailSession>()
  const ofPeer = new Map<string, number>()

  const server = createServer(
    { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 },
    socket => {
      const peer = socket.remoteAddress ?? ''
      const others = ofPeer.get(peer) ?? 0
      if (open.size >= limits.connections || others >= limits.connectionsOfPeer) {
        count('too many connections')
        socket.on('error', () => {})
        socket.end('421 4.7.0 Too many connections, try again later\r\n')
        setTimeout(() => socket.destroy(), 1000).unref()
        return
      }
      ofPeer.set(peer, others + 1)
      socket.once('close', () => {
        open.delete(socket)
        const left = (ofPeer.get(peer) ?? 1) - 1
        if (left > 0) ofPeer.set(peer, left)
        else ofPeer.delete(peer)
      })
      open.set(socket, startSession(socket, { ...options, budget }))
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close(patienceMillis = 10_000) {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      for (const session of open.values()) session.stop()
      const late = setTimeout(() => {
        for (const session of open.values()) session.destroy()
      }, patienceMillis)
      return closed.finally(() => clearTimeout(late))
    },
  }
}
