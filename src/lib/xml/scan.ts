/** Scans the tokens of XML markup, names and white space. For reader.ts. */

const SPACE = new Uint8Array(128)
for (const char of ' \t\n\r') SPACE[char.charCodeAt(0)] = 1

/** 1: valid as the first character of a name; 2: valid in a name. */
const NAME = new Uint8Array(128)
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code)
  NAME[code] = /[A-Za-z_:]/.test(char) ? 1 : /[0-9.-]/.test(char) ? 2 : 0
}

const START_BEYOND_ASCII =
  /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u{200c}-\u{200d}\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/u
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each is tested alone.
const ONLY_INSIDE_BEYOND_ASCII = /[\u00b7\u0300-\u036f\u203f\u2040]/

/** The end of the white space that starts at `at`: `at` itself if there is none. */
export function spaceEnd(source: string, at: number): number {
  let end = at
  for (
    let code = source.charCodeAt(end);
    code < 128 && SPACE[code] === 1;
    code = source.charCodeAt(end)
  )
    end++
  return end
}

/** The end of the name that starts at `start`: `start` itself if there is none. */
export function nameEnd(source: string, start: number): number {
  let at = start
  for (;;) {
    const code = source.charCodeAt(at)
    if (code < 128) {
      const kind = NAME[code]!
      if (kind === 0 || (kind === 2 && at === start)) return at
      at++
    } else {
      const point = source.codePointAt(at)
      if (point === undefined) return at
      const char = String.fromCodePoint(point)
      if (!START_BEYOND_ASCII.test(char) && (at === start || !ONLY_INSIDE_BEYOND_ASCII.test(char)))
        return at
      at += char.length
    }
  }
}

/** Prefix and local name; the local name is empty if the text is no qualified name. */
export function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':')
  if (colon < 0) return ['', name]
  const local = name.slice(colon + 1)
  if (colon === 0 || local.includes(':') || nameEnd(local, 0) !== local.length) return ['', '']
  return [name.slice(0, colon), local]
}
