/** Filters that are offered ready-made, in the language of docs/filters.md. */
export const READY = ['sleepers', 'newcomers', 'clickers'] as const
export type ReadyFilter = (typeof READY)[number]

export const READY_WORDS: Record<ReadyFilter, string> = {
  sleepers: 'unopened within 90 days and unclicked within 90 days and not joined within 90 days',
  newcomers: 'joined within 30 days',
  clickers: 'clicked within 90 days',
}
