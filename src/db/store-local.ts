/**
 * Values of this process that belong to one store, as a thread-local belongs to one thread: id
 * blocks, caches, listeners. A transaction has none: a function that takes a `Store` can't be given
 * a `Tx`.
 */

export type StoreLocals = Map<object, unknown>

interface LocalsHolder {
  readonly locals: StoreLocals
}

/**
 * A function that returns the store's value, created by `initial` on first use. Call it once, at
 * the top of the module that owns the value.
 */
export function storeLocal<Value extends object>(
  initial: () => Value,
): (store: LocalsHolder) => Value {
  return function local({ locals }) {
    let value = locals.get(local) as Value | undefined
    if (value === undefined) {
      value = initial()
      locals.set(local, value)
    }
    return value
  }
}
