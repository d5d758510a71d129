/** A persistent session: connects at startup and whenever the connection is lost, with backoff. */
import { SessionLost } from './connect.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

export interface KeptSession {
  /** Null while there is none. */
  current(): Session | null
  /** Why there is none, after a failed attempt. */
  trouble(): string | null
  /**
   * Opens another session; the current one accepts no requests and waits for outstanding replies.
   */
  renew(): void
  /** Ends the current session, and opens no other. */
  close(graceMillis: number): Promise<void>
}

export interface KeptOptions extends Omit<SessionOptions, 'signal' | 'leaving' | 'ended'> {
  firstPauseMillis: number
  opened(): void
  failed(reason: string): void
  log(event: string, facts: Record<string, string>): void
}

const LONGEST_PAUSE = 60_000
/** A connection that lasted this long resets the backoff. */
const STEADY_MILLIS = 10_000

export function keepSession({
  firstPauseMillis,
  opened,
  failed,
  log,
  ...options
}: KeptOptions): KeptSession {
  const ending = new AbortController()
  let session: Session | null = null
  let trouble: string | null = null
  let closed = false
  const running = run()

  return {
    current: () => session,
    trouble: () => trouble,
    renew,
    async close(graceMillis) {
      closed = true
      await session?.leave(graceMillis)
      ending.abort()
      await running
    },
  }

  function renew(): void {
    const going = session
    session = null
    void going?.leave(options.timeOuts.answer)
  }

  async function run(): Promise<void> {
    let pause = firstPauseMillis
    while (!closed) {
      let gone = () => {}
      const over = new Promise<void>(resolve => {
        gone = resolve
      })
      try {
        session = await openSession({
          ...options,
          signal: ending.signal,
          leaving() {
            log('the gateway is closing the connection', {})
            renew()
          },
          ended(error) {
            session = null
            if (!closed) log('the connection to the gateway was lost', { reason: error.message })
            gone()
          },
        })
        trouble = null
        const since = Date.now()
        log('connected to the gateway', {})
        opened()
        await over
        // A gateway that accepts the login and then disconnects is no better than an unreachable
        // one.
        if (Date.now() - since > STEADY_MILLIS) pause = firstPauseMillis
      } catch (error) {
        if (!(error instanceof SessionLost)) throw error
        if (closed) return
        trouble = error.message
        log('the gateway can not be reached', { reason: trouble })
        failed(trouble)
      }
      if (closed) return
      await sleep(pause * (0.75 + Math.random() / 2), ending.signal)
      pause = Math.min(LONGEST_PAUSE, pause * 2)
    }
  }
}

function sleep(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, millis)
    signal.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
