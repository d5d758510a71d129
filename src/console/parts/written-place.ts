/** Where the text of a block lies in the frame of an email, and the letters it is set in. */
import type { CSSProperties } from 'react'
import { allIn, childOf, placeOf } from './frame-page.ts'

/** In pixels of the frame. */
export interface WrittenPlace {
  top: number
  left: number
  width: number
  height: number
  letters: CSSProperties
}

/** Between two texts, as long as the email with the new one has not come. */
const GAP = 16

/** The text is hidden, for an editor lies there, and takes the room that the editor needs. */
export interface HiddenText {
  place: WrittenPlace
  show(): void
}

export function hideText(page: Document, block: string, height: number): HiddenText | undefined {
  const [element] = allIn(page, `[data-block="${CSS.escape(block)}"] > div`) as HTMLElement[]
  if (!element) return undefined
  const { style } = element
  style.setProperty('visibility', 'hidden', 'important')
  if (height > 0) {
    // Exactly: the email may still have text that the editor has no more.
    style.setProperty('height', `${height}px`)
    style.setProperty('overflow', 'hidden')
  }
  const { top, left, width, height: shown } = placeOf(element)
  const set = childOf(element, 'h1, h2, h3') ?? element
  const letters = lettersOf(set)
  return {
    place: { top, left, width, height: shown, letters },
    show() {
      for (const name of ['visibility', 'height', 'overflow']) style.removeProperty(name)
    },
  }
}

function lettersOf(element: Element): CSSProperties {
  const { fontFamily, fontSize, fontWeight, lineHeight, color, textAlign } =
    getComputedStyle(element)
  return { fontFamily, fontSize, fontWeight, lineHeight, color, textAlign: alignOf(textAlign) }
}

/** Left is what no one has chosen: text from right to left then begins on the right. */
const alignOf = (align: string): CSSProperties['textAlign'] =>
  align === 'center' || align === 'right' ? align : 'start'

/** For a text that is not in the email yet: below the one that was written last. */
export const placeBelow = ({ top, height, ...rest }: WrittenPlace): WrittenPlace => ({
  ...rest,
  top: top + height + GAP,
  height: 0,
})
