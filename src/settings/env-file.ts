/**
 * The text of a file of settings: a setting a line, NAME=value to the end of the line. Nothing is
 * expanded or unescaped: a value is taken literally.
 */

export interface EnvFile {
  values: Record<string, string>
  /** Names given more than once; the last value counts. */
  repeated: string[]
}

/** The end of the sentence "The file of settings .env can't be read: ...". Shows no value. */
export class UnreadableSettings extends Error {}

/** Octets; a longer file is none of settings. */
export const LONGEST_FILE = 1 << 20

const ASSIGNMENT = /^(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=(.*)$/s

export function readEnvFile(content: Buffer): EnvFile {
  const values: Record<string, string> = Object.create(null)
  const repeated = new Set<string>()
  for (const [at, line] of textOf(content)
    .split(/\r\n|\n|\r/)
    .entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const [, name, rest] = ASSIGNMENT.exec(trimmed) ?? []
    if (name === undefined || rest === undefined)
      throw new UnreadableSettings(`line ${at + 1} is no NAME=value; a comment begins with #`)
    const value = valueIn(rest)
    if (value === null)
      throw new UnreadableSettings(
        `line ${at + 1}: the quote that begins the value of ${name} is not closed at its end`,
      )
    if (name in values) repeated.add(name)
    values[name] = value
  }
  return { values, repeated: [...repeated] }
}

/** UTF-8, with or without a BOM. */
export function textOf(content: Buffer): string {
  if (content.length > LONGEST_FILE) throw new UnreadableSettings('it has more than 1 MB')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch (error) {
    throw new UnreadableSettings('it is not written in UTF-8', { cause: error })
  }
  // UTF-16 of plain letters is valid UTF-8 as well.
  if (text.includes('\0')) throw new UnreadableSettings('it is not written in UTF-8')
  return text
}

/** Null: a quote is not closed. */
function valueIn(rest: string): string | null {
  const given = rest.trim()
  const quote = given[0]
  if (quote === '"' || quote === "'" || quote === '`') return quotedValue(given, quote)
  const comment = /[ \t]#/.exec(rest)
  return comment ? rest.slice(0, comment.index).trim() : given
}

/** Ends at the first quote with nothing but blanks or a comment behind it. */
function quotedValue(given: string, quote: string): string | null {
  for (let end = given.indexOf(quote, 1); end > 0; end = given.indexOf(quote, end + 1)) {
    const behind = given.slice(end + 1)
    const word = behind.trimStart()
    const isComment = word.startsWith('#') && word.length < behind.length
    if (word === '' || isComment) return given.slice(1, end)
  }
  return null
}
