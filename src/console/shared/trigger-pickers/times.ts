/**
 * Times as a trigger writes them, in parts: docs/triggers.md. A text of another shape is not shown
 * in parts, and stays as it is written; the check reports invalid times.
 */
export const UNITS = ['minute', 'hour', 'day', 'week'] as const
export type Unit = (typeof UNITS)[number]

export interface Length {
  amount: number
  unit: Unit
}

export const WAITS = ['length', 'weekday', 'clock', 'until'] as const
export type Wait =
  /** `time`: of days and weeks, the time of day at their end. */
  | ({ kind: 'length'; time?: string | undefined } & Length)
  /** 1 is Monday. */
  | { kind: 'weekday'; weekday: number; time: string }
  | { kind: 'clock'; time: string }
  | { kind: 'until'; day: string; time: string }

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const TIME = '(?:[01]?\\d|2[0-3]):[0-5]\\d'
const ALONE = new RegExp(`^${TIME}$`)
const LENGTH = /^(\d{1,6}) *(minute|hour|day|week)s?$/i
const TIMED = new RegExp(`^(\\d{1,6} *(?:day|week)s?),? +(?:at +)?(${TIME})$`, 'i')
const WEEKDAY = new RegExp(`^(?:until +)?(?:next +)?(${DAYS.join('|')}) +(?:at +)?(${TIME})$`, 'i')
const CLOCK = new RegExp(`^(?:until +)?(?:at +)?(${TIME})$`, 'i')
const UNTIL = /^until +(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/i

/** As a field of the browser has it. */
export const readTime = (text: string): string | undefined =>
  ALONE.test(text.trim()) ? text.trim().padStart(5, '0') : undefined

const padded = (time: string): string => time.padStart(5, '0')

export function readLength(text: string): Length | undefined {
  const [, amount, unit] = LENGTH.exec(text.trim()) ?? []
  return amount === undefined
    ? undefined
    : { amount: Number(amount), unit: unit!.toLowerCase() as Unit }
}

export const lengthText = ({ amount, unit }: Length): string =>
  `${amount} ${unit}${amount === 1 ? '' : 's'}`

export function readWait(text: string): Wait | undefined {
  const given = text.trim()
  const length = readLength(given)
  if (length) return { kind: 'length', ...length }
  const [, days, at] = TIMED.exec(given) ?? []
  if (days !== undefined) return { kind: 'length', ...readLength(days)!, time: padded(at!) }
  const [, name, hour] = WEEKDAY.exec(given) ?? []
  if (name !== undefined) {
    const weekday = DAYS.findIndex(day => day.toLowerCase() === name.toLowerCase()) + 1
    return { kind: 'weekday', weekday, time: padded(hour!) }
  }
  const [, time] = CLOCK.exec(given) ?? []
  if (time !== undefined) return { kind: 'clock', time: padded(time) }
  const [, day, moment] = UNTIL.exec(given) ?? []
  return day === undefined ? undefined : { kind: 'until', day, time: moment! }
}

export function waitText(wait: Wait): string {
  if (wait.kind === 'clock') return wait.time
  if (wait.kind === 'until') return `until ${wait.day} ${wait.time}`
  if (wait.kind === 'weekday') return `next ${DAYS[wait.weekday - 1]} ${wait.time}`
  const isTimed = wait.time !== undefined && (wait.unit === 'day' || wait.unit === 'week')
  return isTimed ? `${lengthText(wait)} at ${wait.time}` : lengthText(wait)
}

/** Whether a person may enter again. */
export type Again = { kind: 'never' | 'always' } | ({ kind: 'after' } & Length)

export function readAgain(text: string): Again | undefined {
  const given = text.trim().toLowerCase()
  if (given === 'never' || given === 'always') return { kind: given }
  const length = readLength(given.replace(/^after +/, ''))
  const isDays = length?.unit === 'day' || length?.unit === 'week'
  return length && isDays ? { kind: 'after', ...length } : undefined
}

export const againText = (again: Again): string =>
  again.kind === 'after' ? `after ${lengthText(again)}` : again.kind

export type Quiet =
  /** Those of the list or the account. */
  | { kind: 'inherited' }
  | { kind: 'none' }
  /** `field`: the data field with the zone of a person, as written. */
  | { kind: 'hours'; from: string; until: string; field: string }

export function readQuiet(text: string | undefined): Quiet | undefined {
  if (text === undefined) return { kind: 'inherited' }
  if (text.trim() === 'none') return { kind: 'none' }
  const [, begin = '', end = '', field = ''] =
    /^(\S{4,5}) to (\S{4,5})(?: in (.{1,200}))?$/i.exec(text.trim()) ?? []
  const [from, until] = [readTime(begin), readTime(end)]
  return from && until ? { kind: 'hours', from, until, field } : undefined
}

/** Undefined: no line. */
export function quietText(quiet: Quiet): string | undefined {
  if (quiet.kind === 'inherited') return undefined
  if (quiet.kind === 'none') return 'none'
  const { from, until, field } = quiet
  return `${from} to ${until}${field === '' ? '' : ` in ${field}`}`
}
