/** What tabs and the worker that holds their stream say to each other. */

/** `here` from time to time; `leaving` when the page goes. */
export type ToLiveWorker = { topics: readonly string[] } | 'here' | 'leaving'

/** A new state of a topic; or whether states come at all: if not, tabs ask for themselves. */
export type FromLiveWorker = { topic: string; state: unknown } | { works: boolean }
