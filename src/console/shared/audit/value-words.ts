/**
 * Values in entries of the audit log that are names of the service's own, in words: by the name of
 * the value, then by the value. Others are shown as they stand.
 */
import { wordsOfField } from './field-words.ts'
import type { ValueWords } from './value-texts.ts'

/** Words of the names of values, and of the values. */
interface AuditTexts {
  fields: Record<string, string>
  values: ValueWords
  time(moment: string): string
  /** Undefined: it is no more. */
  listName(id: number): string | undefined
}

const LISTS = ['list', 'listId', 'listIds']

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

/** A value in words; of several below one name, those that differ from the `other` side. */
export function valueText(
  texts: AuditTexts,
  name: string,
  value: unknown,
  other?: unknown,
): string {
  const { yes, no, none, of } = texts.values
  if (value === null || value === undefined) return none
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return value.map(one => valueText(texts, name, one)).join(', ') || none
  if (typeof value === 'object') {
    const rest = (other ?? {}) as Record<string, unknown>
    return Object.entries(value)
      .filter(([key, one]) => JSON.stringify(one) !== JSON.stringify(rest[key]))
      .map(([key, one]) => {
        return `${wordsOfField(texts.fields, key)}: ${valueText(texts, key, one, rest[key])}`
      })
      .join(', ')
  }
  if (LISTS.includes(name)) return texts.listName(Number(value)) ?? String(value)
  if (MOMENT.test(String(value))) return texts.time(String(value))
  const words = Object.hasOwn(of, name) ? of[name]! : {}
  return String(value)
    .split(', ')
    .map(one => (Object.hasOwn(words, one) ? words[one] : one))
    .join(', ')
}
