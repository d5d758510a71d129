/** Parameters of header fields, such as file names (RFC 2045 5.1, RFC 2231). */

const PLAIN = /^[ !#-[\]-~]{1,60}$/
/** Of a section, so that its line is no longer than 76. */
const MOST_SECTION = 50

/**
 * `;\r\n filename="invoice.pdf"`: quoted, or in sections of UTF-8 if it is not plain ASCII or long.
 */
export function parameter(name: string, value: string): string {
  if (PLAIN.test(value)) return `;\r\n ${name}="${value}"`
  const sections = sectionsOf(value)
  if (sections.length === 1) return `;\r\n ${name}*=utf-8''${sections[0]}`
  return sections
    .map((section, i) => `;\r\n ${name}*${i}*=${i === 0 ? "utf-8''" : ''}${section}`)
    .join('')
}

/** Each has whole characters. */
function sectionsOf(value: string): string[] {
  const sections: string[] = []
  let section = ''
  for (const character of value) {
    const written = percentEncoded(character)
    if (section.length + written.length > MOST_SECTION) {
      sections.push(section)
      section = ''
    }
    section += written
  }
  return [...sections, section]
}

/** Beside letters, digits and -._~! encodeURIComponent leaves '()* as they are. */
const percentEncoded = (character: string): string =>
  encodeURIComponent(character).replace(
    /['()*]/g,
    one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
