/** Text that may be stored: characters that XML 1.0 allows, in valid surrogate pairs. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** No control characters except tab and line ends, no lone surrogate. */
export const isPlainText = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()
