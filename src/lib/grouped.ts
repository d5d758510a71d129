/** 1234567 as 1,234,567. */
export const grouped = (number: number): string => number.toLocaleString('en-US')
