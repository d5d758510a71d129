/** A bar for each day: who joined. */
import './lists.css'
import { useFormats } from '../../texts/language.tsx'

const HEIGHT = 120
const BAR = 10

export function DaysChart(props: {
  days: readonly { day: string; joined: number }[]
  label: string
}) {
  const { days, label } = props
  const { day, number } = useFormats()
  const base = HEIGHT - 1
  const most = Math.max(1, ...days.map(({ joined }) => joined))
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
          <title>{`${day(one.day)}: +${number(one.joined)}`}</title>
          <rect
            className="joined"
            x={at * BAR + 1}
            y={base - height(one.joined)}
            width={BAR - 2}
            height={height(one.joined)}
          />
        </g>
      ))}
      <line x1="0" x2={days.length * BAR} y1={base} y2={base} />
    </svg>
  )
}
