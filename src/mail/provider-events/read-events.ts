/** Reads the body of a webhook by the mapping of its relay. Plain data, no store. */
import { createHash } from 'node:crypto'
import { readJson } from '../../lib/json.ts'
import { type EventMapping, type EventProvider, MAPPINGS, type RelayEventKind } from './mappings.ts'

export interface ProviderEvent {
  provider: EventProvider
  /** The same for a repetition: a hash of all that the event says. */
  id: string
  kind: RelayEventKind
  temporary: boolean
  recipient: string
  messageId: string
  envelopeId: string
  status: string
  reply: string
}

/** A body of more events is refused: each is a write. */
export const MOST_EVENTS = 10_000
const MOST_TEXT = 2_000

/** Those that matter to us. Undefined: the body is no JSON of the relay, or nested too deep. */
export function readEvents(provider: EventProvider, body: string): ProviderEvent[] | undefined {
  const mapping: EventMapping = MAPPINGS[provider]
  let given: unknown
  try {
    given = readJson(body)
  } catch {
    if (mapping.form !== true) return undefined
    given = formOf(body)
  }
  if (provider === 'ses') given = messageOfSns(given)
  if (mapping.root !== undefined) given = at(given, mapping.root)
  if (typeof given !== 'object' || given === null) return undefined
  return (Array.isArray(given) ? given : [given]).flatMap(one => eventsIn(provider, mapping, one))
}

/** As the relay names its values in JSON. Undefined: it is no form either. */
function formOf(body: string): Record<string, string> | undefined {
  const form = new URLSearchParams(body)
  return form.has('event') ? Object.fromEntries(form) : undefined
}

/** SNS carries the notification as a text, unless raw delivery is on. */
function messageOfSns(given: unknown): unknown {
  const text = (given as { Message?: unknown } | null)?.Message
  if (typeof text !== 'string') return given
  try {
    return readJson(text)
  } catch {
    return {}
  }
}

function eventsIn(provider: EventProvider, mapping: EventMapping, one: unknown): ProviderEvent[] {
  const word = first(one, mapping.kind)
  const usual = wordIn(mapping.kinds, word)
  const { temporary, statuses = [], envelopeId = [], rather } = mapping
  const other = rather && wordIn(rather.kinds, first(one, [rather.path]))
  const kind = other === undefined ? usual : other
  if (usual === undefined || kind === undefined || kind === null) return []
  const [list, address] = mapping.recipients?.[kind] ?? []
  const found = list === undefined ? undefined : at(one, list)
  // Once for all recipients: an event of thousands would be written as often.
  const event = hash(JSON.stringify(one))
  return (Array.isArray(found) ? found : [undefined]).flatMap((recipient: unknown) => {
    const email =
      address === undefined || recipient === undefined
        ? first(one, mapping.recipient)
        : textOf(at(recipient, address))
    if (email === '') return []
    const firstOf = (paths: readonly string[]) => first({ recipient }, paths) || first(one, paths)
    const status = firstOf(mapping.status)
    const known = statuses.map(({ path, words }) => wordIn(words, first(one, [path])))
    return {
      provider,
      kind,
      recipient: email,
      id: hash(`${event} ${email}`).slice(0, 32),
      temporary: temporary?.words.includes(textOf(at(one, temporary.path))) === true,
      messageId: first(one, mapping.messageId),
      envelopeId: first(one, envelopeId),
      status: GENERAL.test(status) ? (known.find(Boolean) ?? status) : status,
      reply: firstOf(mapping.reply),
    }
  })
}

/** It says no more than whether it is for good. */
const GENERAL = /^(?:[245]\.0\.0)?$/

const wordIn = <T>(words: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function first(of: unknown, paths: readonly string[]): string {
  for (const path of paths) {
    const text = textOf(at(of, path))
    if (text !== '') return text
  }
  return ''
}

function at(of: unknown, path: string): unknown {
  if (typeof of === 'object' && of !== null && Object.hasOwn(of, path))
    return (of as Record<string, unknown>)[path]
  let value = of
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.slice(0, MOST_TEXT).trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
