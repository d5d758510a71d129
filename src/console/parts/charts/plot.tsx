/** The drawing of a chart with its axes: values from zero with a line for each, places below. */
import type { ReactNode, SVGProps } from 'react'

export interface PlaceMark {
  x: number
  text: string
}

export function Plot(props: {
  label: string
  /** Of the drawing, in pixels. */
  width: number
  height: number
  /** Where the lines of the values begin; their labels are left of it. */
  left: number
  ticks: readonly number[]
  y(value: number): number
  number(value: number): string
  /** The most important first: one that would stand over another before it is left out. */
  marks: readonly PlaceMark[]
  pointer?: Pick<SVGProps<SVGSVGElement>, 'onPointerMove' | 'onPointerLeave'>
  children: ReactNode
}) {
  const { label, width, height, left, ticks, y, number, marks, pointer, children } = props
  return (
    <svg
      className="chart"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      {...pointer}
    >
      {ticks.map(tick => (
        <g key={tick}>
          <path className={tick === 0 ? 'ax ax0' : 'ax'} d={`M${left} ${y(tick)}H${width}`} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {number(tick)}
          </text>
        </g>
      ))}
      {children}
      {readable(marks, left, width).map(({ x, text, anchor }) => (
        <text key={`${x} ${text}`} x={x} y={height - 5} textAnchor={anchor}>
          {text}
        </text>
      ))}
    </svg>
  )
}

/** Half of a label, such as a time of day. */
const HALF_LABEL = 40
/** Of a character, and the gap to the next label: rather too much, as fonts differ. */
const CHARACTER = 7
const GAP = 6

/** Each under its place, but for those that would stand out of the chart, or over another. */
function readable(marks: readonly PlaceMark[], left: number, right: number) {
  const shown: { x: number; text: string; anchor: 'start' | 'middle' | 'end'; from: number }[] = []
  const widthOf = (text: string) => text.length * CHARACTER + GAP
  for (const { x, text } of marks) {
    const anchor = x - left < HALF_LABEL ? 'start' : right - x < HALF_LABEL ? 'end' : 'middle'
    const from = x - { start: 0, middle: 0.5, end: 1 }[anchor] * widthOf(text)
    const isFree = shown.every(
      one => from + widthOf(text) <= one.from || one.from + widthOf(one.text) <= from,
    )
    if (isFree) shown.push({ x, text, anchor, from })
  }
  return shown
}
