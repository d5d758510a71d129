/** 1234567 as 1 234 567, with spaces that do not break. */
export const grouped = (number: number): string => number.toLocaleString('en-US').replaceAll(',', '\u202f')
