/** One setting as the tables of settings have it; config.ts puts them together. */

export interface Setting {
  name: string
  type: string
  /** As it is written in the environment; empty for none. */
  default: string
  sentence: string
  /** Its value is never shown. */
  secret: boolean
}

export interface Entry<T> extends Setting {
  read: (text: string) => T
}

/** What the settings of a subject are when they are read. */
export type ValuesOf<Entries extends Record<string, Entry<unknown>>> = {
  readonly [K in keyof Entries]: ReturnType<Entries[K]['read']>
}

/** One setting: its name, type, default, sentence, and how it is read. */
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
