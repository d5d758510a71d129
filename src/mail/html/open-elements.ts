/**
 * The open elements at each tag of HTML, and whether their content is visible: the rules of
 * browsers for tags that are missing or in the wrong place (WHATWG HTML 13.2.6.4.7 and on), as far
 * as they decide that.
 */
import { decodeHTMLAttribute } from 'entities'
import { attributeOf, type HtmlToken } from './scan.ts'

export interface OpenElements {
  /** Returns whether the element itself is seen, also one that can't have contents. */
  open(token: HtmlToken & { type: 'open' }): boolean
  close(name: string): void
  /** Text that is not blank ends the head. */
  text(): void
  /** Whether what comes next is seen. */
  seen(): boolean
}

interface Element {
  name: string
  /** By itself; undefined: as its parent. */
  shown: boolean | undefined
  visible: boolean | undefined
}

const words = (text: string) => new Set(text.split(' '))

const UNSEEN = words('script style title textarea head template noframes noembed')
const VOID = words('area base br col embed hr img input link meta source track wbr')
const OF_HEAD = words('html head base link meta title style script noscript template noframes')
/** They end a paragraph that is open. */
const NO_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt listing main menu nav ol p plaintext pre search section summary ul xmp',
)
/** Their end tags end them alone, and not the elements open inside (the adoption agency). */
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u')
/** The scope that an end tag of another element does not reach beyond. */
const SCOPE = words('applet caption html marquee object table td template th')
const SPECIAL = words(
  'address applet article aside blockquote body button caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup html li listing main marquee menu nav object ol p plaintext pre search section select summary table tbody td template textarea tfoot th thead tr ul xmp',
)
const SECTIONS = words('tbody thead tfoot caption colgroup')
const HEADING = /^h[1-6]$/
/** As in Chromium; elements that are nested deeper are not among the open ones. */
const DEEPEST = 512

/** `quirks`: without a document type, a table does not end a paragraph. */
export function createOpenElements(quirks: boolean): OpenElements {
  const stack: Element[] = []
  const counts = new Map<string, number>()
  /** How many are not shown, and how many say something of their visibility. */
  let unshown = 0
  let styled = 0

  const count = ({ name, shown, visible }: Element, by: 1 | -1) => {
    counts.set(name, (counts.get(name) ?? 0) + by)
    if (shown === false) unshown += by
    if (visible !== undefined) styled += by
  }
  const popTo = (length: number) => {
    while (stack.length > Math.max(0, length)) count(stack.pop()!, -1)
  }
  /** The place of the nearest that is meant, unless a barrier stands before it; -1 for none. */
  const find = (is: (name: string) => boolean, barrier: (name: string) => boolean): number => {
    for (let at = stack.length - 1; at >= 0; at--) {
      const { name } = stack[at]!
      if (is(name)) return at
      if (barrier(name)) return -1
    }
    return -1
  }
  const isOpen = (name: string): boolean => (counts.get(name) ?? 0) > 0
  const end = (name: string, barrier: (name: string) => boolean) => {
    const at = isOpen(name) ? find(one => one === name, barrier) : -1
    if (at >= 0) popTo(at)
  }
  const endParagraph = () => end('p', one => one === 'button' || SCOPE.has(one))
  /** Ends the elements open within the nearest of these parts of a table. */
  const backTo = (is: (name: string) => boolean) => {
    const at = find(
      one => is(one) || one === 'table',
      one => one === 'template',
    )
    if (at >= 0) popTo(at + 1)
  }

  /** Ends the elements that a start tag implies the end of. */
  const makeRoom = (name: string) => {
    if (isOpen('head') && !OF_HEAD.has(name)) end('head', () => false)
    if (NO_PARAGRAPH.has(name) || (name === 'table' && !quirks)) endParagraph()
    if (HEADING.test(name) && HEADING.test(stack.at(-1)?.name ?? '')) popTo(stack.length - 1)
    if (name === 'li' || name === 'dd' || name === 'dt') {
      const alike = name === 'li' ? /^li$/ : /^d[dt]$/
      const at = find(
        one => alike.test(one),
        one => SPECIAL.has(one) && !/^(?:address|div|p)$/.test(one),
      )
      if (at >= 0) popTo(at)
    }
    if (name === 'option' && stack.at(-1)?.name === 'option') popTo(stack.length - 1)
    if (name === 'button') end('button', one => SCOPE.has(one))
    if (name === 'a' || name === 'nobr') remove(name)
    if (!isOpen('table')) return
    if (name === 'td' || name === 'th') backTo(one => one === 'tr')
    if (name === 'tr') backTo(one => SECTIONS.has(one))
    if (SECTIONS.has(name)) backTo(() => false)
  }
  /** Takes a formatting element out from between what stays open. */
  const remove = (name: string) => {
    const at = isOpen(name)
      ? find(
          one => one === name,
          one => SCOPE.has(one),
        )
      : -1
    if (at < 0) return
    count(stack.splice(at, 1)[0]!, -1)
  }

  const isVisible = (): boolean =>
    styled === 0 || stack.findLast(({ visible }) => visible !== undefined)!.visible!
  const seen = (): boolean => unshown === 0 && isVisible()

  return {
    open(token) {
      const { name } = token
      makeRoom(name)
      if (name === 'html' || name === 'body' || (name === 'form' && isOpen('form'))) return seen()
      const own = visibilityOf(token)
      if (VOID.has(name))
        return own.shown !== false && unshown === 0 && (own.visible ?? isVisible())
      if (stack.length >= DEEPEST) return seen()
      const element = { name, ...own }
      stack.push(element)
      count(element, 1)
      return seen()
    },
    close(name) {
      if (FORMATTING.has(name)) return remove(name)
      if (HEADING.test(name)) {
        const at = find(
          one => HEADING.test(one),
          one => SCOPE.has(one),
        )
        if (at >= 0) popTo(at)
      } else if (name === 'p') endParagraph()
      else if (name === 'li') end(name, one => SCOPE.has(one) || /^[uo]l$/.test(one))
      else if (/^(?:table|t[dhr]|tbody|thead|tfoot|caption|template)$/.test(name))
        end(name, one => one === 'template' || (one === 'table' && name !== 'table'))
      else end(name, one => (SPECIAL.has(name) ? SCOPE : SPECIAL).has(one))
    },
    text: () => end('head', () => false),
    seen,
  }
}

const DECLARATION =
  /(?:^|;)\s{0,20}(display|visibility)\s{0,20}:\s{0,20}([a-z-]{1,30})\s{0,20}(!\s{0,20}important)?\s{0,20}(?=;|$)/gi
const DISPLAYED =
  /^(?:none|inline|block|contents|list-item|flow-root|revert|initial|inherit|unset|(?:inline-)?(?:block|table|flex|grid)|table-[a-z-]+|flow|ruby.*|math)$/i

/** By the `hidden` attribute and the last valid declarations of the `style`. */
function visibilityOf(token: HtmlToken & { type: 'open' }): Pick<Element, 'shown' | 'visible'> {
  const style = decodeHTMLAttribute(attributeOf(token, 'style')?.value ?? '')
  let display = attributeOf(token, 'hidden') ? 'none' : ''
  let visibility = ''
  let important = false
  for (const [, property, value = '', mark] of style.matchAll(DECLARATION)) {
    if (property!.toLowerCase() === 'visibility') visibility = value.toLowerCase()
    else if (DISPLAYED.test(value) && (mark !== undefined || !important)) {
      display = value.toLowerCase()
      important ||= mark !== undefined
    }
  }
  return {
    shown: display === 'none' || UNSEEN.has(token.name) ? false : undefined,
    visible: /^(?:hidden|collapse)$/.test(visibility)
      ? false
      : visibility === 'visible'
        ? true
        : undefined,
  }
}
