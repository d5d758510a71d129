/** Kinds of rows in `change_tombstones`; `.sql` files write `:CHANGED.optOut`. */
export const CHANGED = { subscriber: 1, subscription: 2, optOut: 3 } as const
