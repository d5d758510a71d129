/** The time of a feed's looks as a trigger writes it: "Monday, Thursday 08:00", or "08:00". */

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export interface FeedSchedule {
  /** 1 is Monday; none: every day. */
  days: number[]
  /** 08:00 */
  time: string
}

/** Undefined: it is not written as the check takes it. */
export function readSchedule(text: string): FeedSchedule | undefined {
  const [, named = '', time] = /^(?:([a-z, ]{6,100}) )?(\d{1,2}:\d{2})$/i.exec(text.trim()) ?? []
  if (time === undefined) return undefined
  const names = named === '' ? [] : named.split(',').map(name => name.trim().toLowerCase())
  const days = names.map(name => DAYS.findIndex(day => day.toLowerCase() === name) + 1)
  if (days.includes(0)) return undefined
  return { days: [...new Set(days)].sort(), time: time.padStart(5, '0') }
}

export const scheduleText = ({ days, time }: FeedSchedule): string =>
  days.length === 0 ? time : `${days.map(day => DAYS[day - 1]).join(', ')} ${time}`
