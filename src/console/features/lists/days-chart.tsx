/** Bars for each day: who joined above the line, who left below it. */
import type { ListDaysAnswer } from '../../../actions/lists/lists.ts'
import { useFormats } from '../../texts/language.tsx'

const HEIGHT = 120
const BAR = 10

export function DaysChart({ days, label }: { days: ListDaysAnswer['days']; label: string }) {
  const { day, number } = useFormats()
  const most = Math.max(1, ...days.flatMap(({ joined, left }) => [joined, left]))
  const height = (count: number) => (count / most) * (HEIGHT / 2 - 2)
  return (
    <svg
      className="days-chart"
      viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {days.map((one, at) => (
        <g key={one.day}>
          <title>{`${day(one.day)}: +${number(one.joined)} −${number(one.left)}`}</title>
          <rect
            className="joined"
            x={at * BAR + 1}
            y={HEIGHT / 2 - height(one.joined)}
            width={BAR - 2}
            height={height(one.joined)}
          />
          <rect
            className="left"
            x={at * BAR + 1}
            y={HEIGHT / 2}
            width={BAR - 2}
            height={height(one.left)}
          />
        </g>
      ))}
      <line x1="0" x2={days.length * BAR} y1={HEIGHT / 2} y2={HEIGHT / 2} />
    </svg>
  )
}
