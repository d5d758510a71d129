/**
 * Bars of days under the line of their plan: what was sent of each day's quota, and the quotas of
 * days to come, dashed. The scale is logarithmic: quotas grow by a factor.
 */
import { ChartTable } from './chart-table.tsx'
import { Legend } from './outcome-bar.tsx'
import { Plot } from './plot.tsx'
import { pathOf, useWidth } from './scale.ts'

export interface PlannedDay {
  day: string
  /** Null: no limit. */
  quota: number | null
  /** Undefined: the day is still to come. */
  sent?: number
}

const HEIGHT = 150
const TOP = 8
const BOTTOM = 22
const LEFT = 52

export function PlanChart(props: {
  label: string
  days: readonly PlannedDay[]
  names: { day: string; sent: string; quota: string; planned: string; none: string }
  day(day: string): string
  number(value: number): string
}) {
  const { label, days, names, number } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const most = Math.max(1, ...days.flatMap(({ quota, sent }) => [quota ?? 0, sent ?? 0]))
  const powers = Math.max(1, Math.ceil(Math.log10(most + 1)))
  const ticks = [0, ...Array.from({ length: powers }, (_, at) => 10 ** (at + 1))]
  const room = HEIGHT - TOP - BOTTOM
  const y = (value: number) =>
    TOP + room * (1 - Math.log10(value + 1) / Math.log10(ticks.at(-1)! + 1))
  const slot = (width - LEFT) / Math.max(1, days.length)
  const bar = Math.max(2, Math.min(28, slot * 0.72))
  const x = (place: number) => LEFT + place * slot
  const begun = days.filter(({ sent }) => sent !== undefined).length
  const steps = (from: number, until: number) =>
    pathOf(
      days
        .slice(from, until)
        .flatMap(({ quota }, at) =>
          quota === null
            ? []
            : [[x(from + at), y(quota)] as const, [x(from + at + 1), y(quota)] as const],
        ),
    )
  return (
    <>
      <div className="chartbox" ref={ref}>
        <Plot
          label={label}
          width={width}
          number={number}
          height={HEIGHT}
          left={LEFT}
          ticks={ticks}
          y={y}
          marks={[begun - 1, days.length - 1, 0]
            .filter((place, at, all) => place >= 0 && all.indexOf(place) === at)
            .map(place => ({ x: x(place) + slot / 2, text: props.day(days[place]!.day) }))}
        >
          {days.map(
            ({ day, sent }, place) =>
              sent !== undefined &&
              sent > 0 && (
                <rect
                  key={day}
                  className="f-engaged"
                  x={x(place) + (slot - bar) / 2}
                  y={y(sent)}
                  width={bar}
                  height={y(0) - y(sent)}
                />
              ),
          )}
          <path className="ln plan" d={steps(0, begun)} />
          <path className="ghost" d={steps(begun, days.length)} />
        </Plot>
        <ChartTable
          caption={label}
          head={[names.day, names.sent, names.quota]}
          rows={days.map(({ day, quota, sent }) => [
            props.day(day),
            sent === undefined ? names.planned : number(sent),
            quota === null ? names.none : number(quota),
          ])}
        />
      </div>
      <Legend
        entries={[
          { look: 'engaged', text: names.sent },
          { look: 'ghost', dashed: true, text: `${names.quota}, ${names.planned}` },
        ]}
      />
    </>
  )
}
