/**
 * HTML as the text editor holds it: `{{ name }}` becomes an element, and inline styles become
 * attributes, which the policy of the page lets it parse; and back.
 */

const COLOURED = /^<span style="color: ?([#\w(), ]+);?">$/
const ALIGNED = /^<p style="text-align: ?(\w+);?">$/

/** Tags in the text between elements become elements. */
export function toEditor(html: string): string {
  return html
    .split(/(<[^<>]*>)/)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(COLOURED, '<span data-colour="$1">').replace(ALIGNED, '<p data-align="$1">')
        : part.replace(
            /\{\{[^{}]*\}\}/g,
            tag => `<span data-tag="${attribute(plainText(tag))}"></span>`,
          ),
    )
    .join('')
}

export function fromEditor(html: string): string {
  return html
    .replace(/<span data-tag="([^"]*)"><\/span>/g, (_, code: string) => plainText(code))
    .replace(/<span data-colour="([^"]*)" style="[^"]*">/g, '<span style="color: $1">')
    .replace(/<p data-align="([^"]*)" style="[^"]*">/g, '<p style="text-align: $1">')
}

/** `{{ name | default: "friend" }}` is called name. */
export function shortTag(code: string): string {
  const inner = code.replace(/^\{\{-?/, '').replace(/-?\}\}$/, '')
  const [name = ''] = inner.split('|', 1)
  return name.trim().replace(/^\["?/, '').replace(/"?\]$/, '')
}

/** The text after `default:`; undefined if there is none. */
export function defaultOf(code: string): string | undefined {
  return /\|\s*default:\s*"((?:[^"\\]|\\.)*)"/.exec(code)?.[1]?.replace(/\\(["\\])/g, '$1')
}

/** A name as it is; `feed.items[0].title` is a part of what the email is about. */
const PLAIN = /^(?:[\w\-\u0080-\uffff]+|feed\.[\w.[\]]+)$/

export function tagOf(name: string, fallback: string): string {
  const spelled = PLAIN.test(name) ? name : `["${name.replace(/"/g, '\\"')}"]`
  if (fallback === '') return `{{ ${spelled} }}`
  return `{{ ${spelled} | default: "${fallback.replace(/([\\"])/g, '\\$1').replace(/[{}]/g, '')}" }}`
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const plainText = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
