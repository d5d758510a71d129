/** From all who are on the lists to those who will get it: a bar for each step. */
import type { ReactNode } from 'react'

export interface FunnelStep {
  key: string
  label: ReactNode
  count: number
  /** Adds people, takes some away, or is the remainder. */
  kind: 'add' | 'sub' | 'total'
  action?: ReactNode
}

export function Funnel(props: {
  label: string
  steps: readonly FunnelStep[]
  number(value: number): string
}) {
  const whole = props.steps.reduce(
    (sum, { kind, count }) => (kind === 'add' ? sum + count : sum),
    0,
  )
  let reached = 0
  const rows = props.steps.map(step => {
    const from = step.kind === 'add' ? reached : step.kind === 'sub' ? reached - step.count : 0
    if (step.kind === 'add') reached += step.count
    if (step.kind === 'sub') reached -= step.count
    return { ...step, from }
  })
  const at = (count: number) => `${whole > 0 ? (Math.max(0, count) / whole) * 100 : 0}%`
  const sign = { add: '+', sub: '−', total: '' }
  return (
    <ol className="funnel" aria-label={props.label}>
      {rows.map(({ key, label, count, kind, from, action }) => (
        <li key={key} className={`fr ${kind}`}>
          <span className="fl two-lines">{label}</span>
          <span className="ft" aria-hidden="true">
            {count > 0 && <i style={{ left: at(from), width: at(count) }} />}
          </span>
          <span className="fn">
            {count === 0 ? '' : sign[kind]}
            {props.number(count)}
          </span>
          <span className="fa">{action}</span>
        </li>
      ))}
    </ol>
  )
}
