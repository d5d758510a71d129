/** Credits: exact decimals with up to six places, as text; integers of millionths to count with. */
import { perLanguage, useLanguage } from '../../texts/language.tsx'

const PLACES = 6

export function millionths(text: string): bigint {
  const [, sign, whole = '0', places = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? []
  const amount = BigInt(whole) * 1_000_000n + BigInt(places.padEnd(PLACES, '0'))
  return sign === '-' ? -amount : amount
}

export function decimal(amount: bigint): string {
  const size = String(amount < 0n ? -amount : amount).padStart(PLACES + 1, '0')
  const places = size.slice(-PLACES).replace(/(?<!0)0+$/, '')
  return `${amount < 0n ? '-' : ''}${size.slice(0, -PLACES)}${places === '' ? '' : `.${places}`}`
}

const formats = perLanguage(local => {
  const amount = new Intl.NumberFormat(local, { maximumFractionDigits: PLACES })
  // A text is written exactly; a number would be rounded.
  return (text: string) => amount.format(text as Intl.StringNumericLiteral)
})

/** Writes an exact decimal in the language of the page. */
export const useAmounts = () => formats(useLanguage())
