/**
 * Live updates by server-sent events, for the topics that a page shows: `import:12`. Without a
 * stream, pages fall back to polling.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { FromLiveWorker, ToLiveWorker } from './live-messages.ts'

type OnState = (state: never) => void

const HERE_MILLIS = 20_000
const OFTEN_MILLIS = 1_000
const SELDOM_MILLIS = 5_000

const shown = new Map<string, Set<OnState>>()
const watchers = new Set<() => void>()
let port: MessagePort | undefined
let works = false

const say = (message: ToLiveWorker) => port?.postMessage(message)

function open(): void {
  if (port || typeof SharedWorker === 'undefined') return
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
  port = worker.port
  port.onmessage = ({ data }: MessageEvent<FromLiveWorker>) => {
    if ('works' in data) {
      works = data.works
      for (const changed of watchers) changed()
    } else for (const onState of shown.get(data.topic) ?? []) onState(data.state as never)
  }
  setInterval(() => say('here'), HERE_MILLIS)
  addEventListener('pagehide', () => say('leaving'))
  // A page that comes back by the browser's "back" was not loaded again.
  addEventListener('pageshow', tellTopics)
}

const tellTopics = () => say({ topics: [...shown.keys()] })

function watch(topic: string, onState: OnState): () => void {
  open()
  const others = shown.get(topic) ?? new Set()
  shown.set(topic, others.add(onState))
  if (others.size === 1) tellTopics()
  return () => {
    others.delete(onState)
    if (others.size > 0) return
    shown.delete(topic)
    tellTopics()
  }
}

const subscribe = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

/** Hears of each new state of a topic, if states come at all. */
export function useLive<State>(topic: string | undefined, onState: (state: State) => void): void {
  const latest = useRef(onState)
  latest.current = onState
  useEffect(
    () => (topic === undefined ? undefined : watch(topic, state => latest.current(state))),
    [topic],
  )
}

/**
 * The polling interval of a page while work is running. Long where there is a stream: an answer in
 * flight may arrive after a newer state.
 */
export function useAskingMillis(): number {
  const comes = useSyncExternalStore(subscribe, () => works)
  return comes ? SELDOM_MILLIS : OFTEN_MILLIS
}
