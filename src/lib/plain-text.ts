/** Text that may be stored: what XML 1.0 can carry, in whole characters. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** No control characters but tab and line ends, no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => !CONTROL.test(text) && text.isWellFormed()
