/** Text that may be stored: characters that XML 1.0 allows, in valid surrogate pairs. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

const LINE_ENDS = /[\r\n\u0085\u2028\u2029]+/

export const isOneLine = (text: string): boolean => !LINE_ENDS.test(text)

/** Line ends become blanks: for names of services that took them on several lines. */
export const onOneLine = (text: string): string => text.split(LINE_ENDS).join(' ')

/** No control characters except tab and line ends, no lone surrogate. */
export const isPlainText = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()
