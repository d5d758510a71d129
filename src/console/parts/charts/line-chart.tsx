/**
 * Lines over time from zero, labelled at their ends; an earlier run dashed. Pointing, or a slider
 * for keys, shows all values at one moment.
 */
import { type PointerEvent, useState } from 'react'
import { ChartTable } from './chart-table.tsx'
import { Plot } from './plot.tsx'
import { pathOf, ticksUpTo, useWidth } from './scale.ts'

export interface ChartLine {
  name: string
  look: 'engaged' | 'clicked'
  values: readonly number[]
  /** Of another run, dashed grey; may be shorter. */
  ghost?: readonly number[] | undefined
  /** Machines' part on top of it, hatched. */
  machines?: readonly number[] | undefined
}

const HEIGHT = 190
const TOP = 12
const BOTTOM = 26
const LEFT = 46
const RIGHT = 10

export function LineChart(props: {
  label: string
  lines: readonly ChartLine[]
  /** How many places the axis has; lines may end before. */
  places: number
  /** The label of a place: on the axis, and in the table. */
  placeName(place: number): string
  marks: readonly number[]
  markName(place: number): string
  number(value: number): string
  /** Of the slider that moves through the moments by keys. */
  momentLabel: string
}) {
  const { label, lines, places, placeName, number } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const [pointed, setPointed] = useState<number>()
  const all = lines.flatMap(({ values, ghost = [], machines }) => [
    ...values.map((value, at) => value + (machines?.[at] ?? 0)),
    ...ghost,
  ])
  const ticks = ticksUpTo(Math.max(0, ...all))
  const top = ticks.at(-1)!
  const x = (place: number) => LEFT + (place / Math.max(1, places - 1)) * (width - LEFT - RIGHT)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const line = (values: readonly number[]) => pathOf(values.map((value, at) => [x(at), y(value)]))
  const between = (values: readonly number[], more: readonly number[]) => {
    const below = values.map((value, at) => [x(at), y(value)] as const)
    const above = values.map((value, at) => [x(at), y(value + (more[at] ?? 0))] as const)
    return `${pathOf([...above, ...below.toReversed()])}Z`
  }
  const labels = labelHeights(lines.map(({ values }) => y(values.at(-1) ?? 0) - 8))
  const known = Math.max(0, ...lines.map(({ values }) => values.length))
  const point = (place: number) => setPointed(Math.min(Math.max(0, known - 1), Math.max(0, place)))
  const onPointer = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left } = currentTarget.getBoundingClientRect()
    point(Math.round(((clientX - left - LEFT) / (width - LEFT - RIGHT)) * (places - 1)))
  }
  const valueAt = ({ values, machines }: ChartLine, place: number) =>
    values[place] === undefined ? '–' : number(values[place] + (machines?.[place] ?? 0))
  return (
    <div className="chartbox" ref={ref}>
      <Plot
        label={label}
        width={width}
        number={number}
        height={HEIGHT}
        left={LEFT}
        ticks={ticks}
        y={y}
        marks={props.marks.map(mark => ({ x: x(mark), text: props.markName(mark) }))}
        pointer={{ onPointerMove: onPointer, onPointerLeave: () => setPointed(undefined) }}
      >
        <Hatch />
        {lines.map(({ name, look, values, ghost, machines }, at) => (
          <g key={name}>
            {machines && values.length > 1 && (
              <path className="machines" fill="url(#hatch)" d={between(values, machines)} />
            )}
            {ghost && <path className="ghost" d={line(ghost)} />}
            <path className={`ln s-${look}`} d={line(values)} />
            {values.length > 0 && (
              <text
                className="lab"
                x={x(values.length - 1) - 4}
                y={labels[at]}
                textAnchor={values.length < places / 4 ? 'start' : 'end'}
              >
                {name}
              </text>
            )}
          </g>
        ))}
        {pointed !== undefined && (
          <g>
            <path className="at" d={`M${x(pointed)} ${TOP}V${HEIGHT - BOTTOM}`} />
            {lines.map(
              ({ name, look, values }) =>
                values[pointed] !== undefined && (
                  <circle
                    key={name}
                    className={`f-${look}`}
                    cx={x(pointed)}
                    cy={y(values[pointed])}
                    r="4"
                  />
                ),
            )}
          </g>
        )}
      </Plot>
      {known > 1 && (
        <input
          type="range"
          className="chart-at"
          aria-label={props.momentLabel}
          aria-valuetext={placeName(pointed ?? 0)}
          min={0}
          max={known - 1}
          value={pointed ?? 0}
          onChange={({ currentTarget }) => point(Number(currentTarget.value))}
          onBlur={() => setPointed(undefined)}
        />
      )}
      {pointed !== undefined && (
        <div className={x(pointed) > width / 2 ? 'menu tip tip-l' : 'menu tip'} role="status">
          <b>{placeName(pointed)}</b>
          {lines.map(of => (
            <span key={of.name}>
              <i className={`dot sq c-${of.look}`} aria-hidden="true" />
              {of.name}
              <b>{valueAt(of, pointed)}</b>
              <em>{of.ghost?.[pointed] === undefined ? '' : number(of.ghost[pointed])}</em>
            </span>
          ))}
        </div>
      )}
      <ChartTable
        caption={label}
        head={[props.momentLabel, ...lines.map(({ name }) => name)]}
        rows={Array.from({ length: known }, (_, place) => [
          placeName(place),
          ...lines.map(of => valueAt(of, place)),
        ])}
      />
    </div>
  )
}

const LABEL_HEIGHT = 12
const TOP_LABEL = 10

/** Labels of lines that end at one height stand one above the other. */
function labelHeights(ends: readonly number[]): number[] {
  const heights = [...ends]
  let lowest = Number.POSITIVE_INFINITY
  const upwards = ends.map((_, at) => at).sort((a, b) => ends[b]! - ends[a]!)
  for (const [place, at] of upwards.entries()) {
    // At the top there is room for those that follow.
    const highest = TOP_LABEL + (ends.length - 1 - place) * LABEL_HEIGHT
    heights[at] = Math.max(highest, Math.min(ends[at]!, lowest))
    lowest = heights[at]! - LABEL_HEIGHT
  }
  return heights
}

/** The hatch pattern of the part by machines. */
const Hatch = () => (
  <defs>
    <pattern
      id="hatch"
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path className="hatch-line" d="M0 0V6" />
    </pattern>
  </defs>
)
