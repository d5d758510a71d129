/**
 * Characters that a terminal executes instead of displaying: the controls of ECMA-48 (C0, DEL, C1)
 * except tab and line feed, and the overrides of writing direction (UAX #9), which make a line read
 * differently.
 */
const CONTROLS = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu

/** For storing untrusted text. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '')

/** Characters that would start another line: tab, line feed and the separators of Unicode. */
const LINES = /[\t\n\u2028\u2029]/g

/** For display in one line: line breaks are escaped as well. */
export const lineShown = (text: string): string =>
  text.replace(CONTROLS, escaped).replace(LINES, escaped)

/** For display: C0 as \x1b, C1 as \u009b, which JSON reads as well. CR LF is a line end like LF. */
export const controlsShown = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROLS, escaped)

function escaped(control: string): string {
  const code = control.charCodeAt(0).toString(16)
  return control < ' ' ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`
}
