/** The names of values in entries of the audit log, in words. */

/** A name without words is shown in lower case: `fromEmail` as `from email`. */
export const wordsOfField = (words: Record<string, string>, name: string): string =>
  Object.hasOwn(words, name)
    ? words[name]!
    : name.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
