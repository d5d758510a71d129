/** A number as it is typed into a field; with a decimal comma, too. NaN: it is none. */
export function typedNumber(text: string): number {
  const typed = text.trim()
  return typed === '' ? Number.NaN : Number(typed.replace(',', '.'))
}
