/**
 * DOM clobbering: reading and changing a page whose elements have names chosen by strangers. `<img
 * name="body">` hides `document.body`, and a field of a form hides the form's methods. The
 * prototypes have no such names; those of our own window serve pages of frames too.
 */

const reader =
  <T extends object, K extends keyof T>({ prototype }: { prototype: T }, name: K) =>
  (of: T): T[K] =>
    Object.getOwnPropertyDescriptor(prototype, name)!.get!.call(of)

export const bodyOf = reader(Document, 'body')
export const headOf = reader(Document, 'head')
export const rootOf = reader(Document, 'documentElement')
const implementationOf = reader(Document, 'implementation')
export const sheetsOf = reader(Document, 'styleSheets')

/** All elements of the page that match. */
export const allIn = (page: Document, selector: string): Element[] => [
  ...Document.prototype.querySelectorAll.call(page, selector),
]

export const elementAt = (page: Document, x: number, y: number): Element | null =>
  Document.prototype.elementFromPoint.call(page, x, y)

export const newElement = (page: Document, name: string): HTMLElement =>
  Document.prototype.createElement.call(page, name)

export const newRange = (page: Document): Range => Document.prototype.createRange.call(page)

/** The HTML, parsed where nothing loads or runs, under the policy of the page. */
export function parsed(page: Document, html: string): Document {
  const fresh = implementationOf(page).createHTMLDocument('')
  fresh.documentElement.innerHTML = html
  return fresh
}

/** Puts the contents of one page into another. */
export function replaceContents(page: Document, fresh: Document): void {
  const adopted = [headOf(fresh), bodyOf(fresh)].map(part =>
    Document.prototype.adoptNode.call(page, part),
  )
  rootOf(page).replaceChildren(...adopted)
}

const isEqual = (one: Element, other: Element): boolean =>
  Node.prototype.isEqualNode.call(one, other)

/**
 * Puts the blocks of an email that differ into a page that shows it; false: more than blocks
 * differs. The browser then lays out these alone, and keeps all other pictures.
 */
export function replaceBlocks(page: Document, fresh: Document): boolean {
  const shown = allIn(page, '[data-block]')
  const next = allIn(fresh, '[data-block]')
  if (shown.length !== next.length) return false
  for (const [at, block] of next.entries())
    if (!isEqual(shown[at]!, block)) {
      const copy = Document.prototype.importNode.call(page, block, true) as Element
      Element.prototype.replaceWith.call(shown[at]!, copy)
    }
  return isEqual(bodyOf(page), bodyOf(fresh))
}

export const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name)

export const dropAttribute = (element: Element, name: string): void =>
  Element.prototype.removeAttribute.call(element, name)

export const drop = (element: Element): void => Element.prototype.remove.call(element)

export const closestTo = (element: Element, selector: string): Element | null =>
  Element.prototype.closest.call(element, selector)

export const has = (element: Element, selector: string): boolean =>
  Element.prototype.querySelector.call(element, selector) !== null

export const childOf = (element: Element, selector: string): Element | null =>
  Element.prototype.querySelector.call(element, selector)

export const placeOf = (element: Element): DOMRect =>
  Element.prototype.getBoundingClientRect.call(element)
