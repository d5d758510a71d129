/** A stream of server-sent events (WHATWG HTML, section 9.2) of one viewer. */
import type { ServerResponse } from 'node:http'
import { withoutAddresses } from '../../../actions/mask.ts'
import type { LiveHub, LiveState } from './hub.ts'

export interface StreamOptions {
  accountId: number
  topics: readonly string[]
  masked: boolean
  beatMillis: number
  /** Whether the viewer may still see it: a session may end, a key be removed. */
  mayGoOn(): Promise<boolean>
}

/** A viewer that does not read so much is cut, and comes back. */
const MOST_UNREAD = 1 << 20

export function streamTo(
  res: ServerResponse,
  hub: LiveHub,
  { accountId, topics, masked, beatMillis, mayGoOn }: StreamOptions,
): void {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // nginx would gather events.
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  })
  if (res.req.method === 'HEAD') return void res.end()
  // How soon a browser comes back after its stream was cut.
  res.write('retry: 2000\n\n')
  const end = () => res.end()
  const tell = ({ topic, version, state }: LiveState): void => {
    if (res.writableLength > MOST_UNREAD) return void res.destroy()
    const data = JSON.stringify(masked ? withoutAddresses(state) : state)
    res.write(`event: ${topic}\nid: ${version}\ndata: ${data}\n\n`)
  }
  const gone = (topic?: string) =>
    topic === undefined ? end() : void res.write(`event: gone\ndata: ${JSON.stringify(topic)}\n\n`)
  const stop = hub.watch(accountId, topics, { masked, tell, end: gone })
  const beat = setInterval(async () => {
    res.write(': still here\n\n')
    if (!(await mayGoOn().catch(() => true))) end()
  }, beatMillis)
  res.once('close', () => {
    clearInterval(beat)
    stop()
  })
}
