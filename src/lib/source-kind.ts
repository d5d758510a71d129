/**
 * The kind of source an email belongs to, by its number in keys of the store and in `.sql` files
 * (`:SOURCE.sending`).
 */
export const SOURCE = { sending: 1, trigger: 2, transaction: 3 } as const

export type SourceName = keyof typeof SOURCE
export type SourceKind = (typeof SOURCE)[SourceName]

const NAMES = { 1: 'sending', 2: 'trigger', 3: 'transaction' } as const satisfies Record<
  SourceKind,
  SourceName
>

export const sourceName = (kind: SourceKind): SourceName => NAMES[kind]
