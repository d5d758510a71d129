/** Reads the body of a webhook by the mapping of its relay. Plain data, no store. */
import { createHash } from 'node:crypto'
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

const MOST_EVENTS = 10_000
const MOST_TEXT = 2_000

/** Those that matter to us. Undefined: the body is no JSON of the relay. */
export function readEvents(provider: EventProvider, body: string): ProviderEvent[] | undefined {
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    return undefined
  }
  const mapping: EventMapping = MAPPINGS[provider]
  if (provider === 'ses') given = messageOfSns(given)
  if (mapping.root !== undefined) given = at(given, mapping.root)
  if (typeof given !== 'object' || given === null) return undefined
  const list = Array.isArray(given) ? given.slice(0, MOST_EVENTS) : [given]
  return list.flatMap(one => eventsIn(provider, mapping, one))
}

/** SNS carries the notification as a text, unless raw delivery is on. */
function messageOfSns(given: unknown): unknown {
  const text = (given as { Message?: unknown } | null)?.Message
  if (typeof text !== 'string') return given
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function eventsIn(provider: EventProvider, mapping: EventMapping, one: unknown): ProviderEvent[] {
  const kind = Object.entries(mapping.kinds).find(
    ([word]) => word === first(one, mapping.kind),
  )?.[1]
  if (kind === undefined) return []
  const { temporary, statuses, envelopeId = [] } = mapping
  const [list, address] = mapping.recipients?.[kind] ?? []
  const found = list === undefined ? undefined : at(one, list)
  const recipients = Array.isArray(found) ? found.slice(0, MOST_EVENTS) : [undefined]
  return recipients.flatMap(recipient => {
    const whole = recipient === undefined ? one : { ...(one as object), recipient }
    const email =
      address === undefined || recipient === undefined
        ? first(one, mapping.recipient)
        : textOf(at(recipient, address))
    if (email === '') return []
    return {
      ...{ provider, kind, recipient: email },
      id: createHash('sha256').update(JSON.stringify(whole)).digest('hex').slice(0, 32),
      temporary: temporary?.words.includes(textOf(at(one, temporary.path))) === true,
      messageId: first(whole, mapping.messageId),
      envelopeId: first(whole, envelopeId),
      status:
        first(whole, mapping.status) || (statuses?.words[textOf(at(one, statuses.path))] ?? ''),
      reply: first(whole, mapping.reply),
    }
  })
}

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
