/** Where a value stands in a chart; charts are drawn for the width they have, not shrunk. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const USUAL_WIDTH = 720

/** The width of an element, as it changes. */
export function useWidth<Shown extends Element>(): [RefObject<Shown | null>, number] {
  const ref = useRef<Shown>(null)
  const [width, setWidth] = useState(USUAL_WIDTH)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.max(200, Math.round(element.clientWidth)))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

/** Two to four round values from zero up to at least the greatest. */
export function ticksUpTo(greatest: number, whole = true): number[] {
  if (greatest <= 0) return [0, 1]
  const rough = greatest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const found = [1, 2, 5, 10].map(factor => factor * power).find(one => one >= rough) ?? power
  const step = whole ? Math.max(1, found) : found
  const ticks = [0]
  while (ticks.at(-1)! < greatest) ticks.push(ticks.length * step)
  return ticks
}

export const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
