/**
 * Encodes any text as an element name, as .NET's XmlConvert does: `Odd name/1` is
 * `Odd_x0020_name_x002F_1`. Only letters that every edition of XML 1.0 allows in a name are left as
 * they are: some parsers implement the older editions, and a reader that decodes gets the same text
 * either way.
 */

const LETTERS =
  'A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0131\u0134-\u013E\u0141-\u0148\u014A-\u017E\u0180-\u01C3' +
  '\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0401-\u040C\u040E-\u044F\u0451-\u045C\u045E-\u0481' +
  '\u05D0-\u05EA\u0621-\u063A\u0641-\u064A\u3041-\u3094\u30A1-\u30FA\u4E00-\u9FA5\uAC00-\uD7A3'
const PLAIN = new RegExp(`^[${LETTERS}_][${LETTERS}0-9._-]*$`)
const FIRST = new RegExp(`[${LETTERS}_]`)
const LATER = new RegExp(`[${LETTERS}0-9._-]`)
/** Text that a decoder would take for an encoded character: its underscore is encoded itself. */
const ENCODED = /_x([0-9a-fA-F]{8}|[0-9a-fA-F]{4})_/
const ENCODED_HERE = new RegExp(ENCODED.source, 'y')
const ALL_ENCODED = new RegExp(ENCODED.source, 'g')

/** Encodes a text as a name without a prefix. The empty text stays empty. */
export function encodeXmlName(text: string): string {
  if (PLAIN.test(text) && !text.includes('_x')) return text
  let name = ''
  let index = 0
  for (const character of text) {
    ENCODED_HERE.lastIndex = index
    const plain = (index === 0 ? FIRST : LATER).test(character) && !ENCODED_HERE.test(text)
    name += plain ? character : encoded(character)
    index += character.length
  }
  return name
}

/** Decodes a name. */
export function decodeXmlName(name: string): string {
  if (!name.includes('_x')) return name
  return name.replace(ALL_ENCODED, (whole, digits: string) => {
    const code = Number.parseInt(digits, 16)
    return code > 0x10ffff ? whole : String.fromCodePoint(code)
  })
}

function encoded(character: string): string {
  const digits = character.codePointAt(0)!.toString(16).toUpperCase()
  return `_x${digits.padStart(character.length > 1 ? 8 : 4, '0')}_`
}
