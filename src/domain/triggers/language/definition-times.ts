/**
 * Times in a definition, as users write them: "3 days", "next Tuesday 09:00", "until 2026-12-24
 * 09:00".
 */
import { clockText } from '../../../lib/local-time.ts'
import { momentInZone } from '../../../lib/zones.ts'
import { type Detail, detailed } from '../../details/details.ts'
import { lengthText } from '../../details/passages.ts'
import { type Delay, MOST_DELAY_DAYS } from './definition.ts'

export interface DefinitionError {
  wrong: Detail
}

const TIME = '([01]?\\d|2[0-3]):([0-5]\\d)'
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MINUTES: Record<string, number> = { minute: 1, hour: 60, day: 1440, week: 10_080 }

const LENGTH = /^(\d{1,6}) *(minute|hour|day|week)s?$/i
const CALENDAR = new RegExp(`^(\\d{1,6}) *(day|week)s?(?:,? +(?:at +)?${TIME})?$`, 'i')
const WEEKDAY = new RegExp(
  `^(?:(?:until +)?(?:next +)?)?(${WEEKDAYS.join('|')})(?: +(?:at +)?${TIME})?$`,
  'i',
)
const CLOCK = new RegExp(`^(?:until +)?(?:at +)?${TIME}$`, 'i')
const TIME_ALONE = new RegExp(`^${TIME}$`)
const UNTIL = /^until +(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/i

const minuteOf = (hours: string, minutes: string): number => Number(hours) * 60 + Number(minutes)

export function readDelay(text: string, zone: string): Delay | DefinitionError {
  const [, amount, unit, hours, minutes] = CALENDAR.exec(text) ?? []
  if (amount !== undefined) {
    const days = Number(amount) * (unit!.toLowerCase() === 'week' ? 7 : 1)
    const wrong = wrongLength(days * 1440)
    if (wrong) return { wrong }
    return hours === undefined ? { days } : { days, minute: minuteOf(hours, minutes!) }
  }
  const length = readLength(text)
  if (length !== undefined) return typeof length === 'number' ? { for: length } : length
  const [, weekday, weekHours, weekMinutes] = WEEKDAY.exec(text) ?? []
  if (weekday !== undefined) {
    if (weekHours === undefined)
      return { wrong: detailed('wait-timeless', { text: `next ${weekday}` }) }
    return {
      weekday: WEEKDAYS.indexOf(weekday.toLowerCase()) + 1,
      minute: minuteOf(weekHours, weekMinutes!),
    }
  }
  const [, clockHours, clockMinutes] = CLOCK.exec(text) ?? []
  if (clockHours !== undefined) return { minute: minuteOf(clockHours, clockMinutes!) }
  const [, day, time] = UNTIL.exec(text) ?? []
  if (day === undefined) return { wrong: detailed('wait-shape') }
  if (time === undefined) return { wrong: detailed('wait-timeless', { text: `until ${day}` }) }
  const until = `${day} ${time}`
  return momentInZone(until, zone) ? { until } : { wrong: detailed('wait-never', { until, zone }) }
}

/** Minutes of "5 hours" or "2 weeks"; undefined if the text is not a length. */
export function readLength(text: string): number | DefinitionError | undefined {
  const [, amount, unit] = LENGTH.exec(text) ?? []
  if (amount === undefined) return undefined
  const minutes = Number(amount) * MINUTES[unit!.toLowerCase()]!
  const wrong = wrongLength(minutes)
  return wrong === undefined ? minutes : { wrong }
}

function wrongLength(minutes: number): Detail | undefined {
  if (minutes === 0) return detailed('wait-short')
  return minutes > MOST_DELAY_DAYS * 1440
    ? detailed('wait-long', { most: MOST_DELAY_DAYS })
    : undefined
}

/** Days of "3 days" or "2 weeks"; undefined if the text is not a number of days. */
export function readDays(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,5}) *(day|week)s?$/i.exec(text) ?? []
  return amount === undefined
    ? undefined
    : Number(amount) * (unit!.toLowerCase() === 'week' ? 7 : 1)
}

/** Minutes of the day for "09:00". */
export function readClock(text: string): number | undefined {
  const [, hours, minutes] = TIME_ALONE.exec(text) ?? []
  return hours === undefined ? undefined : minuteOf(hours, minutes!)
}

/** Of "Monday 08:00", "Monday, Thursday 08:00", or "08:00" each day. */
export function readSchedule(text: string): { minute: number; weekdays: number[] } | undefined {
  const [, days, time] = /^(?:([a-z, ]{6,100}) )?([\d:]{4,5})$/i.exec(text) ?? []
  const minute = readClock(time ?? '')
  const named = days?.toLowerCase().split(/, */) ?? []
  const weekdays = named.map(name => WEEKDAYS.indexOf(name) + 1)
  if (minute === undefined || weekdays.includes(0)) return undefined
  return { minute, weekdays: [...new Set(weekdays)].sort() }
}

/** As readSchedule() takes it. */
export function scheduleText({ minute, weekdays }: { minute: number; weekdays: number[] }): string {
  const days = weekdays.map(day => titled(WEEKDAYS[day - 1]!)).join(', ')
  return days === '' ? clockText(minute) : `${days} ${clockText(minute)}`
}

const titled = (word: string): string => word.replace(/^./, first => first.toUpperCase())

/** A delay in the syntax of a definition. */
export function delayText(delay: Delay): string {
  if ('for' in delay) return lengthText(delay.for)
  if ('until' in delay) return `until ${delay.until}`
  if ('weekday' in delay) {
    const name = WEEKDAYS[delay.weekday - 1]!
    return `next ${titled(name)} ${clockText(delay.minute)}`
  }
  if ('days' in delay)
    return `${lengthText(delay.days * 1440)}${delay.minute === undefined ? '' : ` at ${clockText(delay.minute)}`}`
  return clockText(delay.minute)
}
