/** A setting in the tables of settings; config.ts combines the tables. */

export interface Setting {
  name: string
  type: string
  /** As written in the environment; empty for none. */
  default: string
  sentence: string
  /** Its value is never shown. */
  secret: boolean
}

export interface Entry<T> extends Setting {
  read: (text: string) => T
}

/** The types of a subject's settings after reading. */
export type ValuesOf<Entries extends Record<string, Entry<unknown>>> = {
  readonly [K in keyof Entries]: ReturnType<Entries[K]['read']>
}

/** Defines a setting: its name, type, default, description, and reader. */
export function entry<T>(
  name: string,
  type: string,
  byDefault: string,
  sentence: string,
  read: (text: string) => T,
): Entry<T> {
  return { name, type, default: byDefault, sentence, read, secret: false }
}

export const secret = <T>(given: Entry<T>): Entry<T> => ({ ...given, secret: true })
