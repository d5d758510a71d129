/**
 * Characters that make a terminal do something instead of showing a letter: the controls of ECMA-48
 * (C0, DEL, C1) but tab and line feed, and the overrides of writing direction (UAX #9), which make
 * a line read otherwise than it is.
 */
const CONTROLS = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu

/** As it is stored of what strangers wrote. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '')

/** What begins another line: these, and the separators of Unicode. */
const LINES = /[\t\n\u2028\u2029]/g

/** As it is shown to a person in one line: what makes another line is escaped as well. */
export const lineShown = (text: string): string =>
  text.replace(CONTROLS, escaped).replace(LINES, escaped)

/**
 * As it is shown to a person: \x1b for C0, \u009b for the others, which JSON reads as well. CR LF
 * is a line end like LF.
 */
export const controlsShown = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROLS, escaped)

function escaped(control: string): string {
  const code = control.charCodeAt(0).toString(16)
  return control < ' ' ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`
}
