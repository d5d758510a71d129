/**
 * Memory of this process that belongs to one store, as a thread-local belongs to one thread: ids at
 * hand, caches, listeners. A transaction has none, so whoever takes a `Store` can't be given one.
 */

export type StoreLocals = Map<object, unknown>

interface LocalsHolder {
  readonly locals: StoreLocals
}

/**
 * Answers what a store has of it, the same each time, made by `initial` when it is first asked for.
 * To be called once, at the top of the module that the memory belongs to.
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
