/** Bars for each day: who joined above the line, who left below it. */
import './lists.css'
import type { ListDaysAnswer } from '../../../actions/lists/lists.ts'
import { useFormats } from '../../texts/language.tsx'

const HEIGHT = 120
const BAR = 10

export function DaysChart(props: {
  days: ListDaysAnswer['days']
  label: string
  /** Nobody leaves: the line is at the bottom. */
  joinedOnly?: boolean
}) {
  const { days, label, joinedOnly = false } = props
  const base = joinedOnly ? HEIGHT - 1 : HEIGHT / 2
  const { day, number } = useFormats()
  const most = Math.max(1, ...days.flatMap(({ joined, left }) => [joined, left]))
  const height = (count: number) => (count / most) * (base - 2)
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
          <title>{`${day(one.day)}: +${number(one.joined)}${joinedOnly ? '' : ` −${number(one.left)}`}`}</title>
          <rect
            className="joined"
            x={at * BAR + 1}
            y={base - height(one.joined)}
            width={BAR - 2}
            height={height(one.joined)}
          />
          <rect
            className="left"
            x={at * BAR + 1}
            y={base}
            width={BAR - 2}
            height={height(one.left)}
          />
        </g>
      ))}
      <line x1="0" x2={days.length * BAR} y1={base} y2={base} />
    </svg>
  )
}
