/** Lengths of time and days of the week as a language writes them, in the right plural form. */

export interface TimeUnits {
  days(count: number): string
  /** In the largest unit that divides it. */
  minutes(count: number): string
  /** 1 is Monday. */
  weekday(day: number): string
}

/** `local`: a code of a language, for Intl. */
export function unitsIn(local: string): TimeUnits {
  const of = (unit: string) =>
    new Intl.NumberFormat(local, { style: 'unit', unit, unitDisplay: 'long' })
  const [days, hours, minutes] = [of('day'), of('hour'), of('minute')]
  const weekday = new Intl.DateTimeFormat(local, { weekday: 'long', timeZone: 'UTC' })
  return {
    days: count => days.format(count),
    minutes: count =>
      count % 1440 === 0
        ? days.format(count / 1440)
        : count % 60 === 0
          ? hours.format(count / 60)
          : minutes.format(count),
    // The first of January 2024 was a Monday.
    weekday: day => weekday.format(Date.UTC(2024, 0, day)),
  }
}
