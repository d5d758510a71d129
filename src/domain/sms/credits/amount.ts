/**
 * Credits are exact decimals with up to six places: text in the store and on the wire, integers of
 * millionths in memory; never floating point.
 */

const PLACES = 6
const ONE = 10n ** BigInt(PLACES)
/** Amounts are below this limit of the store's columns. */
export const MOST = 10n ** 14n * ONE

/** Millionths of a credit; undefined if the text is not a valid amount. */
export function readAmount(text: string): bigint | undefined {
  const [, sign, whole, places = ''] = /^([+-]?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const amount = BigInt(whole) * ONE + BigInt(places.padEnd(PLACES, '0'))
  if (amount >= MOST) return undefined
  return sign === '-' ? -amount : amount
}

/** Parses an amount from the store. */
export function amountOf(text: string): bigint {
  const amount = readAmount(text)
  if (amount === undefined) throw new Error(`the store has an invalid amount: ${text}`)
  return amount
}

/** `0.075`, `12.5`, `-3`: without trailing zeros. */
export function writeAmount(amount: bigint): string {
  const size = amount < 0n ? -amount : amount
  const places = String(size % ONE)
    .padStart(PLACES, '0')
    .replace(/(?<!0)0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / ONE}${places === '' ? '' : `.${places}`}`
}
