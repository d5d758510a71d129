/** Rates, moments and spans of time, as the browser writes them in the language of the page. */
import { perLanguage, useLanguage } from './language.tsx'

const NONE = '–'
/** Between a number and its unit, which belong on one line. */
const BLANK = '\u00a0'

export interface Figures {
  number(value: number | null): string
  /** With a sign, as a difference. */
  signed(value: number): string
  /** 34.5 %; below 0.1 with two decimals. Unknown without a whole. */
  rate(part: number, whole: number): string
  /** Of a share between 0 and 1. */
  share(value: number | null): string
  /** Hours and minutes of today; else with its day, this year without the year. */
  moment(moment: string): string
  /** Hours, minutes and seconds. */
  clock(moment: string | number): string
  /** Hours and minutes, with the name of the zone. */
  zoned(moment: string | number): string
  /** The day and the time in a zone, with its name. */
  zonedDay(moment: string, zone?: string): string
  /** A day and a time without a zone: 2026-11-22 09:00. */
  localDay(at: string): string
  /** The name of a day of the week: 1 is Monday. */
  weekday(day: number, width: 'short' | 'long'): string
  /** The day and the hour, for an axis. */
  hour(moment: string | number): string
  day(day: string | number): string
  /** With its year. */
  date(moment: string): string
  /** The day of the week, day and month. */
  today(at: number): string
  /** 5 min, 2 h: of seconds. */
  span(seconds: number): string
  perSecond(value: number): string
}

const figures = perLanguage((local, texts): Figures => {
  const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(local, options)
  const number = new Intl.NumberFormat(local)
  const signed = new Intl.NumberFormat(local, { signDisplay: 'exceptZero' })
  const decimals = [0, 1, 2].map(
    digits =>
      new Intl.NumberFormat(local, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  const hours = { hour: '2-digit', minute: '2-digit' } as const
  const today = of(hours)
  const day = { day: 'numeric', month: 'short' } as const
  const thisYear = of({ ...day, weekday: 'short', ...hours })
  const everyYear = of({ ...day, year: 'numeric', ...hours })
  const clock = of({ ...hours, second: '2-digit' })
  const zoned = of({ ...hours, timeZoneName: 'short' })
  const hour = of({ weekday: 'short', ...hours })
  const short = of(day)
  const date = of({ ...day, month: 'long', year: 'numeric' })
  const whole = of({ weekday: 'long', day: 'numeric', month: 'long' })
  const share = (value: number | null) =>
    value === null || !Number.isFinite(value)
      ? NONE
      : `${decimals[value > 0 && value < 0.001 ? 2 : 1]!.format(value * 100)}${BLANK}%`
  const { units } = texts.common
  return {
    number: value => (value === null ? NONE : number.format(value)),
    signed: value => signed.format(value),
    share,
    rate: (part, whole) => share(whole > 0 ? part / whole : null),
    moment(text) {
      const at = new Date(text)
      const now = new Date()
      if (at.toDateString() === now.toDateString()) return today.format(at)
      return (at.getFullYear() === now.getFullYear() ? thisYear : everyYear).format(at)
    },
    clock: at => clock.format(new Date(at)),
    zoned: at => zoned.format(new Date(at)),
    zonedDay(text, zone) {
      const options = { ...day, weekday: 'short', ...hours, timeZoneName: 'short' } as const
      return of({ ...options, ...(zone && { timeZone: zone }) }).format(new Date(text))
    },
    localDay: at =>
      of({ ...day, weekday: 'short', ...hours, timeZone: 'UTC' }).format(
        new Date(`${at.replace(' ', 'T').slice(0, 16)}Z`),
      ),
    // 2024 began on a Monday.
    weekday: (day, width) =>
      of({ weekday: width, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day))),
    hour: at => hour.format(new Date(at)),
    day: at => short.format(new Date(at)),
    date: at => date.format(new Date(at)),
    today: at => whole.format(new Date(at)),
    span(value) {
      const rounded = (amount: number, unit: string) =>
        `${number.format(Math.max(1, Math.round(amount)))}${BLANK}${unit}`
      if (value < 90) return rounded(value, units.seconds)
      if (value < 90 * 60) return rounded(value / 60, units.minutes)
      if (value < 36 * 3600) return rounded(value / 3600, units.hours)
      return rounded(value / 86_400, units.days)
    },
    perSecond: value => decimals[value < 100 ? 1 : 0]!.format(value),
  }
})

export const useFigures = () => figures(useLanguage())
