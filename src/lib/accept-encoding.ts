/** The header Accept-Encoding. */

const MOST_CHARACTERS = 200

/** RFC 9110, section 12.5.3, without weights: `br;q=0` is no wish for br. */
export const acceptsEncoding = (header: string, encoding: string): boolean =>
  header
    .slice(0, MOST_CHARACTERS)
    .split(',')
    .some(part => {
      const [name = '', weight = ''] = part.split(';')
      return name.trim().toLowerCase() === encoding && !/^q=0(?:\.0{0,3})?$/.test(weight.trim())
    })
