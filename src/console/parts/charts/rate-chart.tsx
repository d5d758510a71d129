/** Emails a second, by route, one above the other; and when it will be done at this rate. */
import { ChartTable } from './chart-table.tsx'
import { Plot } from './plot.tsx'
import { pathOf, ticksUpTo, useWidth } from './scale.ts'

const HEIGHT = 180
const TOP = 20
const BOTTOM = 24
const LEFT = 40
/** Of its table; of more points each second, third … is listed. */
const MOST_ROWS = 40

export function RateChart(props: {
  label: string
  /** Milliseconds, and the rate of each series then. */
  points: readonly { at: number; rates: readonly number[] }[]
  /** When it will be done. */
  end?: number | undefined
  endLabel: string
  nowLabel: string
  /** Heads of its table. */
  names: { time: string; rate: string }
  clock(at: number): string
  number(value: number): string
}) {
  const { points, end, clock, number } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 1
  const until = Math.max(last, end === undefined ? last : Math.min(end, last + (last - first) * 2))
  const sums = points.map(({ rates }) => rates.reduce((sum, rate) => sum + rate, 0))
  const ticks = ticksUpTo(Math.max(1, ...sums))
  const x = (at: number) => LEFT + ((at - first) / Math.max(1, until - first)) * (width - LEFT - 8)
  const y = (value: number) => TOP + (1 - value / ticks.at(-1)!) * (HEIGHT - TOP - BOTTOM)
  const count = points[0]?.rates.length ?? 0
  const upTo = (series: number) =>
    points.map(({ at, rates }): [number, number] => [
      x(at),
      y(rates.slice(0, series + 1).reduce((sum, rate) => sum + rate, 0)),
    ])
  const now = sums.at(-1) ?? 0
  return (
    <div className="chartbox" ref={ref}>
      <Plot
        label={props.label}
        width={width}
        number={number}
        height={HEIGHT}
        left={LEFT}
        ticks={ticks}
        y={y}
        marks={[
          { x: LEFT, text: clock(first) },
          { x: x(last), text: clock(last) },
        ]}
      >
        {points.length > 1 &&
          Array.from({ length: count }, (_, at) => count - 1 - at).map(series => (
            <path
              key={series}
              className={`area a${Math.min(series, 2)}`}
              d={`${pathOf(upTo(series))}L${x(last)} ${y(0)}L${x(first)} ${y(0)}Z`}
            />
          ))}
        {end !== undefined && until > last && (
          <>
            <path className="ghost" d={`M${x(last)} ${y(now)}H${x(until)}V${y(0)}`} />
            <text x={x(until) - 6} y={TOP - 6} textAnchor="end">
              {props.endLabel}
            </text>
          </>
        )}
        <circle className="f-accent" cx={x(last)} cy={y(now)} r="4" />
        <text
          className="lab"
          x={x(last) > width * 0.7 ? x(last) - 8 : x(last) + 8}
          y={Math.max(12, y(now) - 8)}
          textAnchor={x(last) > width * 0.7 ? 'end' : 'start'}
        >
          {props.nowLabel}
        </text>
      </Plot>
      <ChartTable
        caption={props.label}
        head={[props.names.time, props.names.rate]}
        rows={points
          .map(({ at }, place) => [clock(at), number(sums[place] ?? 0)])
          .filter((_, place) => place % Math.ceil(points.length / MOST_ROWS) === 0)}
      />
    </div>
  )
}
