/** Times of a zone, as inputs of a browser have them: 2026-11-22T09:00. */

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Of this browser first. */
export const zones = (): string[] => [
  ...new Set([zoneHere(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

/** As the service reads it, and as people write it. */
export const momentText = (at: string): string => at.replace('T', ' ').slice(0, 16)

/** The moment of a local time, in milliseconds; of one that the clocks skip, an hour later. */
export function momentIn(at: string, zone: string): number | undefined {
  const plain = Date.parse(`${at.slice(0, 16)}Z`)
  if (!Number.isFinite(plain)) return undefined
  // The offset may differ at the moment that is guessed first.
  const guess = plain - offsetAt(plain, zone)
  return plain - offsetAt(guess, zone)
}

/** The local time of a moment, as an input has it. */
export const localTime = (moment: string, zone: string): string => {
  const at = Date.parse(moment)
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16)
}

function offsetAt(moment: number, zone: string): number {
  const options = { timeZone: zone, timeZoneName: 'longOffset' } as const
  const parts = new Intl.DateTimeFormat('en', options).formatToParts(moment)
  const said = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})/.exec(said) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
