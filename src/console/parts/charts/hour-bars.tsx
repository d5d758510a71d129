/** A bar for each hour, those without anything too, with a table of the same for screen readers. */
import { ChartTable } from './chart-table.tsx'
import { Plot } from './plot.tsx'
import { ticksUpTo, useWidth } from './scale.ts'

const HOUR = 3_600_000
const HEIGHT = 150
const TOP = 18
const BOTTOM = 24
const LEFT = 44
const RIGHT = 4
/** Of a bar and the gap to the next. */
const FILLED = 0.72
const WIDEST = 28
/** A label below needs so much. */
const LABEL = 84
/** More hours are not drawn: a longer plan comes by days. */
const MOST_HOURS = 100

export function HourBars(props: {
  label: string
  /** Moments, in milliseconds, and how many there are in the hour from then on. */
  points: readonly { at: number; count: number }[]
  /** Heads of its table. */
  names: { time: string; count: string }
  hour(at: number): string
  number(value: number): string
}) {
  const { points, hour, number } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const hourOf = (at: number) => Math.floor(at / HOUR) * HOUR
  const first = hourOf(points[0]?.at ?? 0)
  const hours = Math.min(MOST_HOURS, (hourOf(points.at(-1)?.at ?? 0) - first) / HOUR + 1)
  const bars = Array.from({ length: hours }, (_, place) => ({ at: first + place * HOUR, count: 0 }))
  for (const { at, count } of points)
    bars[Math.min(hours - 1, (hourOf(at) - first) / HOUR)]!.count += count
  const most = Math.max(...bars.map(({ count }) => count))
  const ticks = ticksUpTo(Math.max(1, most))
  const step = (width - LEFT - RIGHT) / hours
  const thick = Math.min(WIDEST, Math.max(2, step * FILLED))
  const x = (at: number) => LEFT + ((at - first) / HOUR + 0.5) * step
  const y = (value: number) => TOP + (1 - value / ticks.at(-1)!) * (HEIGHT - TOP - BOTTOM)
  const each = Math.max(1, Math.ceil(LABEL / step))
  const top = bars.find(({ count }) => count === most)?.at ?? first
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
        marks={bars
          .filter((_, place) => place % each === 0)
          .map(({ at }) => ({ x: x(at), text: hour(at) }))}
      >
        {bars.map(({ at, count }) => (
          <rect
            key={at}
            className="f-accent"
            x={x(at) - thick / 2}
            y={y(count)}
            width={thick}
            height={y(0) - y(count)}
          />
        ))}
        <text className="lab" x={x(top)} y={y(most) - 5} textAnchor="middle">
          {number(most)}
        </text>
      </Plot>
      <ChartTable
        caption={props.label}
        head={[props.names.time, props.names.count]}
        rows={bars
          .filter(({ count }) => count > 0)
          .map(({ at, count }) => [hour(at), number(count)])}
      />
    </div>
  )
}
