/** The axes of a chart: values from zero with a line for each, and the labels below. */

export function ValueAxis(props: {
  ticks: readonly number[]
  /** Where the lines begin and end; their labels are left of it. */
  left: number
  right: number
  y(value: number): number
  number(value: number): string
}) {
  const { ticks, left, right, y, number } = props
  return ticks.map(tick => (
    <g key={tick}>
      <path className={tick === 0 ? 'ax ax0' : 'ax'} d={`M${left} ${y(tick)}H${right}`} />
      <text x={left - 8} y={y(tick) + 4} textAnchor="end">
        {number(tick)}
      </text>
    </g>
  ))
}

/** Half of a label, such as a time of day. */
const HALF_LABEL = 40

/** Labels below, each under its place, but for those that would stand out of the chart. */
export function PlaceAxis(props: {
  marks: readonly { x: number; text: string }[]
  left: number
  right: number
  /** The height of the chart. */
  height: number
}) {
  const { marks, left, right, height } = props
  return marks.map(({ x, text }) => (
    <text
      key={`${x} ${text}`}
      x={x}
      y={height - 5}
      textAnchor={x - left < HALF_LABEL ? 'start' : right - x < HALF_LABEL ? 'end' : 'middle'}
    >
      {text}
    </text>
  ))
}
