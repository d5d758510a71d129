/** Bars for each day: who came above the line, who left below it. */
import { ChartTable } from './chart-table.tsx'
import { Legend } from './outcome-bar.tsx'
import { Plot } from './plot.tsx'
import { ticksUpTo, useWidth } from './scale.ts'

const HEIGHT = 170
const BOTTOM = 22
const LEFT = 34

export function GrowthChart(props: {
  label: string
  days: readonly { day: string; came: number; left: number }[]
  names: { day: string; came: string; left: string }
  day(day: string): string
  number(value: number): string
}) {
  const { days, names, number } = props
  const [ref, width] = useWidth<HTMLDivElement>()
  const up = ticksUpTo(Math.max(1, ...days.map(({ came }) => came))).slice(-3)
  const most = up.at(-1)!
  const least = Math.max(1, ...days.map(({ left }) => left))
  const room = HEIGHT - BOTTOM - 8
  const zero = 8 + (room * most) / (most + least)
  const tall = (count: number) => (count / (most + least)) * room
  const slot = (width - LEFT) / Math.max(1, days.length)
  const bar = Math.max(1, slot * 0.72)
  const at = (place: number) => LEFT + place * slot + (slot - bar) / 2
  return (
    <>
      <div className="chartbox" ref={ref}>
        <Plot
          label={props.label}
          width={width}
          number={number}
          height={HEIGHT}
          left={LEFT}
          ticks={[...new Set([0, ...up])]}
          y={value => zero - tall(value)}
          marks={[
            ...days.slice(0, 1).map(({ day }) => ({ x: LEFT, text: props.day(day) })),
            ...days
              .slice(1)
              .slice(-1)
              .map(({ day }) => ({ x: width, text: props.day(day) })),
          ]}
        >
          {days.map(({ day, came, left }, place) => (
            <g key={day}>
              <title>{`${props.day(day)}: +${number(came)} −${number(left)}`}</title>
              <rect
                className="f-engaged"
                x={at(place)}
                y={zero - tall(came)}
                width={bar}
                height={tall(came)}
              />
              <rect
                className="f-ghost"
                x={at(place)}
                y={zero + 1}
                width={bar}
                height={tall(left)}
              />
            </g>
          ))}
        </Plot>
        <ChartTable
          caption={props.label}
          head={[names.day, names.came, names.left]}
          rows={days.map(({ day, came, left }) => [props.day(day), number(came), number(left)])}
        />
      </div>
      <Legend
        entries={[
          { look: 'engaged', text: names.came },
          { look: 'ghost', text: names.left },
        ]}
      />
    </>
  )
}
