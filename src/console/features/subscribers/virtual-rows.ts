/** Virtual scrolling: which lines of a table are in view, and where its loaded rows stand. */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { lineOfRow, linesOf } from './lines.ts'

export const LINE_HEIGHT = 40
/** More is read when so many rows are left, and so many above a place that is jumped to. */
export const NEAR = 50
/** The space added above a table that turns out to be longer there. */
const MORE_ABOVE = 1_000

export interface LoadedRows {
  /** The number of the first in the whole table. */
  row: number
  count: number
  /** The row at which the table was entered. */
  from: number
  /** Of the whole table; undefined: as long as the loaded rows. */
  total: number | undefined
  /** There are more of them. */
  above: boolean
  below: boolean
}

/** Lines are counted from 0; `end` and `last` are the first ones beyond. */
export function useVirtualRows(body: RefObject<HTMLElement | null>, loaded: LoadedRows) {
  const { row, count, from, total, above, below } = loaded
  const plain = row - from + (total === undefined ? 0 : lineOfRow(from, total))
  const shift = above ? Math.max(0, Math.ceil(-plain / MORE_ABOVE) * MORE_ABOVE) : -plain
  const start = plain + shift
  const end = start + count
  const lines = Math.max(end, below && total !== undefined ? linesOf(total) : 0)
  const { sight, look } = useLinesInView(body)
  useStayingInPlace(from, shift, look)
  useEnteringAt(body, from, total !== undefined && start, look)
  return { ...sight, start, end, lines, shift }
}

/** Measures while scrolling, at once: the event comes with the next frame, and may come late. */
function useLinesInView(body: RefObject<HTMLElement | null>) {
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const look = useCallback(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0
    const first = Math.max(0, Math.floor(-top / LINE_HEIGHT))
    const last = Math.max(0, Math.ceil((window.innerHeight - top) / LINE_HEIGHT))
    setSight(was => (was.first === first && was.last === last ? was : { first, last }))
  }, [body])
  useLayoutEffect(() => {
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [look])
  return { sight, look }
}

/** Lines that are put in above, or taken away there, move nothing that is seen. */
function useStayingInPlace(from: number, shift: number, look: () => void): void {
  const former = useRef({ from, shift })
  useLayoutEffect(() => {
    const moved = former.current.from === from ? shift - former.current.shift : 0
    former.current = { from, shift }
    if (moved === 0) return
    window.scrollBy(0, moved * LINE_HEIGHT)
    look()
  }, [from, shift, look])
}

/** An address that was copied far down the table leads there, when it is known how far that is. */
function useEnteringAt(
  body: RefObject<HTMLElement | null>,
  from: number,
  start: number | false,
  look: () => void,
): void {
  const entered = useRef(from === 0)
  useLayoutEffect(() => {
    if (entered.current || start === false) return
    entered.current = true
    const top = body.current?.getBoundingClientRect().top ?? 0
    window.scrollBy(0, top + (start + NEAR) * LINE_HEIGHT)
    look()
  }, [body, start, look])
}
