/**
 * Live states of topics such as `sending:12`: the store is polled once for each watched topic, not
 * once per viewer, and less often when a poll takes long.
 */
import type { Store } from '../../../db/db.ts'
import { refusalOf } from '../../../domain/refusal.ts'

export interface LiveState {
  topic: string
  /** Counts the changes of a topic in this process. */
  version: number
  /** JSON. */
  state: unknown
}

export type ReadTopic = (
  db: Store,
  accountId: number,
  topic: string,
  masked: boolean,
) => Promise<unknown>

export interface LiveHub {
  /** Tells each topic's state now and whenever it changes. Returns how to stop. */
  watch(accountId: number, topics: readonly string[], viewer: LiveViewer): () => void
  /** Ends all viewers; there are no new ones. */
  close(): void
}

export interface LiveViewer {
  /** May see no personal data: such viewers share a state of their own. */
  masked: boolean
  tell(state: LiveState): void
  /** There is no such topic any more; or, without one, the process stops. */
  end(topic?: string): void
}

interface Watched {
  viewers: Set<LiveViewer>
  last: LiveState | undefined
  timer: NodeJS.Timeout | undefined
  failing: boolean
}

const NEW = { last: undefined, timer: undefined, failing: false }
const EVERY_MILLIS = 1_000
/** Asking takes at most this share of the time. */
const SHARE = 0.1

export function createLiveHub(
  db: Store,
  read: ReadTopic,
  report: (error: unknown) => void,
): LiveHub {
  const watched = new Map<string, Watched>()
  const viewers = new Set<LiveViewer>()
  let closed = false

  async function ask(key: string, accountId: number, topic: string, masked: boolean) {
    const one = watched.get(key)
    if (!one) return
    const began = performance.now()
    try {
      const state = await read(db, accountId, topic, masked)
      const { last } = one
      if (!last || JSON.stringify(last.state) !== JSON.stringify(state)) {
        one.last = { topic, version: (last?.version ?? 0) + 1, state }
        for (const viewer of one.viewers) viewer.tell(one.last)
      }
      one.failing = false
    } catch (error) {
      if (refusalOf(error)) {
        for (const viewer of one.viewers) viewer.end(topic)
        watched.delete(key)
        return
      }
      // Once an outage, not once a second.
      if (!one.failing) report(error)
      one.failing = true
    }
    if (watched.get(key) !== one) return
    const wait = Math.max(EVERY_MILLIS, (performance.now() - began) / SHARE)
    one.timer = setTimeout(() => void ask(key, accountId, topic, masked), wait)
  }

  function leave(key: string, viewer: LiveViewer): void {
    const one = watched.get(key)
    if (!one?.viewers.delete(viewer) || one.viewers.size > 0) return
    clearTimeout(one.timer)
    watched.delete(key)
  }

  return {
    watch(accountId, topics, viewer) {
      if (closed) {
        viewer.end()
        return () => {}
      }
      viewers.add(viewer)
      const keys = new Set<string>()
      for (const topic of topics) {
        const key = `${accountId} ${topic} ${viewer.masked}`
        keys.add(key)
        const known = watched.get(key)
        if (known) {
          known.viewers.add(viewer)
          if (known.last) viewer.tell(known.last)
          continue
        }
        watched.set(key, { viewers: new Set([viewer]), ...NEW })
        void ask(key, accountId, topic, viewer.masked)
      }
      return () => {
        viewers.delete(viewer)
        for (const key of keys) leave(key, viewer)
      }
    },
    close() {
      closed = true
      for (const viewer of [...viewers]) viewer.end()
    },
  }
}
