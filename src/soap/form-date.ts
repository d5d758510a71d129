/**
 * Dates of GET and POST in the formats that .NET programs write and classic services read there
 * (DateTime.Parse, invariant culture).
 */

const TIME = String.raw`(?:[ T](\d{1,2})(:\d{2}(?::\d{2})?) ?([AP]M)?)?$`
const SLASHED = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${TIME}`, 'i')
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2}) ([a-z]{3,9}) (\d{4})${TIME}`, 'i')
const MONTH_FIRST = new RegExp(String.raw`^([a-z]{3,9}) (\d{1,2}), (\d{4})${TIME}`, 'i')
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * Converts `5/1/2024 1:20 PM`, `1 May 2024` and `May 1, 2024` to the contract's format: `2024-5-1
 * 13:20`, `2024-5-1`. In numeric dates the month is first. Any other text is returned unchanged.
 */
export function plainFormDate(given: string): string {
  const text = given.trim()
  const slashed = SLASHED.exec(text) ?? MONTH_FIRST.exec(text)
  if (slashed) return inOrder(text, slashed[1]!, slashed[2]!, slashed)
  const dayFirst = DAY_FIRST.exec(text)
  return dayFirst ? inOrder(text, dayFirst[2]!, dayFirst[1]!, dayFirst) : text
}

function inOrder(
  text: string,
  month: string,
  day: string,
  [, , , year, hour, rest, half]: RegExpExecArray,
): string {
  const number = /^\d/.test(month) ? month : monthNamed(month.toLowerCase())
  if (number === undefined) return text
  if (hour === undefined) return `${year}-${number}-${day}`
  const hours =
    half === undefined ? Number(hour) : hourOf(Number(hour), half.toLowerCase() === 'pm')
  return hours === undefined ? text : `${year}-${number}-${day} ${hours}${rest}`
}

function monthNamed(name: string): number | undefined {
  const at = MONTHS.findIndex(month => month === name || month.slice(0, 3) === name)
  return at < 0 ? undefined : at + 1
}

const hourOf = (hour: number, afternoon: boolean): number | undefined =>
  hour < 1 || hour > 12 ? undefined : (hour % 12) + (afternoon ? 12 : 0)
