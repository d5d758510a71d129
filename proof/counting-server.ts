/** A mail server that takes everything, and counts the emails of each recipient. */
import { SMTPServer } from 'smtp-server'

export interface CountingServer {
  port: number
  /** Emails taken, by recipient. */
  counts: ReadonlyMap<string, number>
  /** Begins to count anew. */
  forget(): void
  close(): Promise<void>
}

/** An email counts once it is answered with 250: what the sender may rely on. */
export async function startCountingServer(): Promise<CountingServer> {
  const counts = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo)
          counts.set(address, (counts.get(address) ?? 0) + 1)
        done()
      })
    },
  })
  // Senders that are killed leave their connections.
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens at no port')
  return {
    port: address.port,
    counts,
    forget: () => counts.clear(),
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
