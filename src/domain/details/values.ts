/** The values of a sentence. */
export type Value = string | number
export type DetailValues<Name extends string> = Record<Name, Value>

/** 12,345 */
export const count = (value: Value): string => Number(value).toLocaleString('en-US')
