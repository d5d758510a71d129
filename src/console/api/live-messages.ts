/** The messages between tabs and the SharedWorker that holds their event stream. */

/** `here` from time to time; `leaving` when the page goes. */
export type ToLiveWorker = { topics: readonly string[] } | 'here' | 'leaving'

/** A new state of a topic; or whether there is a stream: without one, tabs poll. */
export type FromLiveWorker = { topic: string; state: unknown } | { works: boolean }
