/** HTML templates: inserted values are escaped unless they are template results themselves. */

export interface Html {
  html: string
}

type Part = string | number | Html | undefined | false | Part[]

export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  let text = literals[0]!
  for (const [index, part] of parts.entries()) text += written(part) + literals[index + 1]!
  return { html: text }
}

/** Text that is already HTML. */
export const trusted = (text: string): Html => ({ html: text })

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(written).join('')
  return typeof part === 'object' ? part.html : escapeHtml(String(part))
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** An address that wraps after its @ and dots, and within a word only if necessary. */
export const breakable = (address: string): Html =>
  trusted(escapeHtml(address).replace(/[@.]/g, '$&<wbr>'))
