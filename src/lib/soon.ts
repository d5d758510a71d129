/**
 * A value, or a promise of it. An await of a value that is there costs some 0.4 µs, which adds up
 * for hits.
 */
export type Soon<Value> = Value | Promise<Value>

/** Goes on at once with what is at hand. */
export const whenHere = <Value, Next>(
  value: Soon<Value>,
  next: (value: Value) => Soon<Next>,
): Soon<Next> => (value instanceof Promise ? value.then(next) : next(value))
