/**
 * One stream of live states for all tabs of a browser, which opens only six connections to a host:
 * a SharedWorker. Tabs say which topics they show; each event goes to those that show its topic.
 */
import type { FromLiveWorker, ToLiveWorker } from './live-messages.ts'

interface Tab {
  port: MessagePort
  topics: readonly string[]
  heardAt: number
}

/** Tabs come and go together when a page is changed. */
const SETTLE_MILLIS = 50
/** A tab says so often that it is there: a crashed one says no goodbye. */
const GONE_MILLIS = 60_000
/** A stream that was refused, or that a proxy cuts again and again, is tried again after this. */
const RETRY_MILLIS = 15_000
/** Cut so often without an event, tabs ask for themselves. */
const MOST_CUTS = 3

const tabs = new Set<Tab>()
let source: EventSource | undefined
let watched = ''
let cuts = 0
let works = false
let timer: ReturnType<typeof setTimeout> | undefined

const tellAll = (message: FromLiveWorker) => {
  for (const { port } of tabs) port.postMessage(message)
}

function setWorks(next: boolean): void {
  if (works === next) return
  works = next
  tellAll({ works })
}

function settle(millis: number): void {
  clearTimeout(timer)
  timer = setTimeout(follow, millis)
}

/** Opens a stream of the topics shown now, unless it is open. */
function follow(): void {
  const topics = [...new Set([...tabs].flatMap(tab => tab.topics))].sort()
  const wanted = topics.join(',')
  if (wanted === watched && source && source.readyState !== EventSource.CLOSED) return
  source?.close()
  source = undefined
  watched = wanted
  if (wanted === '') return
  const opened = new EventSource(`/api/v1/live?topics=${encodeURIComponent(wanted)}`)
  source = opened
  for (const topic of topics)
    opened.addEventListener(topic, ({ data }) => {
      cuts = 0
      setWorks(true)
      const message: FromLiveWorker = { topic, state: JSON.parse(data) }
      for (const tab of tabs) if (tab.topics.includes(topic)) tab.port.postMessage(message)
    })
  opened.onerror = () => {
    if (++cuts >= MOST_CUTS || opened.readyState === EventSource.CLOSED) {
      setWorks(false)
      opened.close()
      settle(RETRY_MILLIS)
    }
  }
}

setInterval(() => {
  for (const tab of tabs) if (Date.now() - tab.heardAt > GONE_MILLIS) tabs.delete(tab)
  settle(SETTLE_MILLIS)
}, GONE_MILLIS)

function connect(port: MessagePort): void {
  const tab: Tab = { port, topics: [], heardAt: Date.now() }
  port.onmessage = ({ data }: MessageEvent<ToLiveWorker>) => {
    tab.heardAt = Date.now()
    if (data === 'leaving') tabs.delete(tab)
    else {
      tabs.add(tab)
      if (data !== 'here') tab.topics = data.topics
    }
    settle(SETTLE_MILLIS)
  }
  port.postMessage({ works } satisfies FromLiveWorker)
}
// The type of a worker's global scope is not that of a page.
;(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports }) =>
  connect(ports[0]!)
