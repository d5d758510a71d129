/**
 * A column of moments, moved by a number of seconds (SQL), for an update: there a cluster refuses
 * `column - interval`, which depends on the time zone.
 */
export const moved = (column: string, seconds: string): string =>
  `to_timestamp(extract(epoch from ${column} - to_timestamp(0)) + (${seconds}))`
