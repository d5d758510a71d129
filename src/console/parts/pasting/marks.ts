/** Marks of pasted text (bold, italic, underline, link), from elements and their inline styles. */
import { LINK_START } from './links.ts'

export interface Marks {
  bold: boolean
  italic: boolean
  underline: boolean
  href: string | undefined
}

export const NO_MARKS: Marks = { bold: false, italic: false, underline: false, href: undefined }

const MOST_STYLE = 2_000

/** The declarations of an inline style, read as text: the policy of the page blocks style. */
export function stylesOf(element: Element): ReadonlyMap<string, string> {
  const text = (element.getAttribute('data-style') ?? '').slice(0, MOST_STYLE).toLowerCase()
  return new Map(
    text.split(';').flatMap((declaration): [string, string][] => {
      const colon = declaration.indexOf(':')
      if (colon < 0) return []
      return [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()]]
    }),
  )
}

/** Google Docs wraps all it copies into `<b style="font-weight:normal">`: the style decides. */
export function marksOf(element: Element, around: Marks): Marks {
  const tag = element.localName
  const style = stylesOf(element)
  const href = tag === 'a' ? addressOf(element.getAttribute('href') ?? '') : around.href
  return {
    bold: boldBy(style.get('font-weight'), tag === 'b' || tag === 'strong' || around.bold),
    italic: italicBy(style.get('font-style'), tag === 'i' || tag === 'em' || around.italic),
    underline:
      href === undefined &&
      underlineBy(
        style.get('text-decoration') ?? style.get('text-decoration-line'),
        tag === 'u' || tag === 'ins' || around.underline,
      ),
    href,
  }
}

const boldBy = (weight: string | undefined, otherwise: boolean): boolean =>
  weight === undefined || weight === 'inherit'
    ? otherwise
    : weight === 'bold' || weight === 'bolder' || Number.parseInt(weight, 10) >= 600

const italicBy = (style: string | undefined, otherwise: boolean): boolean =>
  style === undefined || style === 'inherit' ? otherwise : /^(?:italic|oblique)/.test(style)

const underlineBy = (decoration: string | undefined, otherwise: boolean): boolean =>
  decoration === undefined ? otherwise : decoration.includes('underline')

const MOST_ADDRESS = 2_000
/** Redirects that Google and Outlook put in front of an address, with the parameter that has it. */
const REDIRECTS: readonly [RegExp, string][] = [
  [/^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?/i, 'q'],
  [/^https?:\/\/[\w.-]+\.safelinks\.protection\.outlook\.com\//i, 'url'],
]

/** Undefined for what is no address of the web, mail or telephone. */
function addressOf(given: string): string | undefined {
  const href = given.trim()
  if (href.length > MOST_ADDRESS || href.startsWith('#') || !LINK_START.test(href)) return undefined
  for (const [redirect, parameter] of REDIRECTS)
    if (redirect.test(href) && URL.canParse(href)) {
      const target = new URL(href).searchParams.get(parameter) ?? ''
      if (LINK_START.test(target)) return target
    }
  return href
}
