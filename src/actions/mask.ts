/**
 * Answers for callers who may see no personal data. Each address, anywhere in a text, is masked as
 * `a•••@example.com`: of all answers, so that no route can forget it. Other personal data (a name,
 * a number, the value of a data field) is named by its schema as `personalText`, the reply of a
 * mail server as `replyText`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { z } from 'zod'
import type { Report } from './exports/table-file.ts'

const masking = new AsyncLocalStorage<boolean>()

/** Answers that are checked within the work are masked. */
export const withMask = <T>(masked: boolean, work: () => T): T => masking.run(masked, work)

/** Whether the present caller may see no personal data. */
export const isMasked = (): boolean => masking.getStore() ?? false

export const HIDDEN = '•••'

const hidden = (text: string): string => (text !== '' && masking.getStore() ? HIDDEN : text)

/** Of the reply of a mail server only its code: the rest may name whom it is about. */
function codeOf(text: string): string {
  if (!masking.getStore()) return text
  const [code = ''] = /^[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?/.exec(text) ?? []
  return text === code ? code : `${code} ${HIDDEN}`.trim()
}

/** Of subscribers, in answers. */
export const personalText = z.string().transform(hidden).pipe(z.string())
export const replyText = z.string().transform(codeOf).pipe(z.string())

/**
 * A value by which a caller searches for people, such as a part of an address: masked callers may
 * not search by hidden values, or they would find them letter by letter.
 */
export const asking = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema
    .refine(value => !isMasked() || isNothing(value), { params: { asking: true } })
    .meta({ 'x-not-masked': true })

const isNothing = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Values of entries of the audit log whose texts are words of the service, not of people. */
const OPEN_VALUES: readonly string[] = [
  'role',
  'rights',
  'state',
  'kind',
  'kinds',
  'events',
  'format',
  'action',
  'do',
  'by',
  'type',
  'characterSet',
  'maker',
  'zone',
  'changed',
  'language',
  'algorithm',
  'tracking',
]

/** Those of a payload of a webhook. */
const OPEN_OF_PAYLOADS: readonly string[] = ['id', 'event', 'kind', 'code']

const valuesExcept = (open: readonly string[]) =>
  z
    .record(z.string(), z.unknown())
    .transform(values =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, shownValue(open, name, value)]),
      ),
    )
    .pipe(z.record(z.string(), z.unknown()))

/** The values before and after a change, which may contain names and addresses. */
export const auditValues = valuesExcept(OPEN_VALUES).nullable()

/** The body of an event of a webhook: what a program or a person wrote into it is hidden. */
export const payloadValues = valuesExcept(OPEN_OF_PAYLOADS)

function shownValue(open: readonly string[], name: string, value: unknown): unknown {
  if (!isMasked() || open.includes(name)) return value
  if (typeof value === 'string') return MOMENT.test(value) ? value : hidden(value)
  if (Array.isArray(value)) return value.map(one => shownValue(open, name, one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, of]) => [key, shownValue(open, key, of)]),
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}(?:Z|[+-]\d\d:\d\d)$/

/** A sentence of the service that ends with the words of a server or a person. */
export const sentenceText = z.string().transform(shownSentence).pipe(z.string())

function shownSentence(text: string): string {
  const end = text.indexOf(': ')
  return !isMasked() || end === -1 ? text : `${text.slice(0, end)}: ${HIDDEN}`
}

/** A copy of a value of JSON with its addresses masked. */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === 'string') return maskedText(value)
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [maskedText(name), withoutAddresses(of)]),
  )
}

/** A table for the present caller: texts of columns that tell of a person are hidden. */
export function shownTable<Row extends object>(table: Report<Row>): Report<Row> {
  if (!masking.getStore()) return table
  const hiding = table.columns.filter(({ kind, open }) => kind === 'text' && !open)
  const shown = (value: unknown) =>
    typeof value === 'string' && value !== '' && !ADDRESS.test(value)
      ? HIDDEN
      : withoutAddresses(value)
  async function* rows() {
    for await (const part of table.rows)
      yield part.map(row => ({
        ...(withoutAddresses(row) as Row),
        ...Object.fromEntries(hiding.map(({ key }) => [key, shown(row[key])])),
      }))
  }
  return { ...table, rows: rows() }
}

const ADDRESS = /^[^\s@]+@[^\s@]+$/

const WORD = /[^\s<>"'(),;:[\]]+/g

const maskedText = (text: string): string =>
  text.includes('@') ? text.replace(WORD, maskedWord) : text

function maskedWord(word: string): string {
  const at = word.lastIndexOf('@')
  if (at <= 0) return word
  return `${String.fromCodePoint(word.codePointAt(0)!)}${HIDDEN}${word.slice(at)}`
}

/** The input of a masked caller, with the masked addresses that it was shown put back. */
export function withAddressesOf<Value>(given: Value, known: unknown): Value {
  const addresses = new Map<string, string>()
  JSON.stringify(known, (_, value) => {
    if (typeof value === 'string' && value.includes('@'))
      for (const [word] of value.matchAll(WORD)) addresses.set(maskedWord(word), word)
    return value
  })
  const restored = (text: string) =>
    text.includes('•••@') ? text.replace(WORD, word => addresses.get(word) ?? word) : text
  return JSON.parse(
    JSON.stringify(given, (_, value) => (typeof value === 'string' ? restored(value) : value)),
  )
}
