/** The outcome of emails as one bar, drawn the same everywhere; and its legend. */
import type { ReactNode } from 'react'

/** In the order of the bar. `engaged` and `accent` are not outcomes, but have a legend too. */
export type OutcomeLook =
  | 'delivered'
  | 'deferred'
  | 'bounced'
  | 'complained'
  | 'withdrawn'
  | 'waiting'
  | 'engaged'
  | 'clicked'
  | 'accent'
  | 'accent-soft'
  | 'ghost'

export interface OutcomePart {
  look: OutcomeLook
  label: string
  count: number
}

/** The remainder beside the parts is waiting. */
export function OutcomeBar(props: {
  parts: readonly OutcomePart[]
  whole: number
  label: string
  size?: 'l' | 'xl'
}) {
  const { parts, whole, label, size } = props
  return (
    <span className={size ? `ledger ${size}` : 'ledger'} role="img" aria-label={label}>
      {parts
        .filter(({ look, count }) => count > 0 && look !== 'waiting')
        .map(({ look, count }) => (
          <i
            key={look}
            className={`c-${look}`}
            style={{ width: `${whole > 0 ? (count / whole) * 100 : 0}%` }}
          />
        ))}
    </span>
  )
}

export function Legend({
  entries,
}: {
  entries: readonly { look: OutcomeLook; dashed?: boolean; text: ReactNode }[]
}) {
  return (
    <span className="legend">
      {entries.map(({ look, dashed, text }) => (
        <span key={look}>
          <i className={dashed ? 'dash' : `dot sq c-${look}`} aria-hidden="true" />
          {text}
        </span>
      ))}
    </span>
  )
}
/** People solid, machines hatched: never only paler. */
export function PeopleBar(props: { people: number; machines: number; most: number }) {
  const { people, machines, most } = props
  const share = (count: number) => `${most > 0 ? (count / most) * 100 : 0}%`
  return (
    <span className="peoplebar" aria-hidden="true">
      {people > 0 && <i className="c-accent" style={{ width: share(people) }} />}
      {machines > 0 && <i className="hatched" style={{ width: share(machines) }} />}
    </span>
  )
}
/** A bar with a tick: against an average, or a threshold. Both are shares of the whole width. */
export function TickBar(props: {
  value: number
  tick?: number | undefined
  label: string
  look?: 'engaged' | 'delivered' | 'bounced'
}) {
  const at = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`
  return (
    <span className="tickbar" role="img" aria-label={props.label}>
      {props.value > 0 && (
        <i className={`c-${props.look ?? 'engaged'}`} style={{ width: at(props.value) }} />
      )}
      {props.tick !== undefined && <u style={{ left: at(props.tick) }} />}
    </span>
  )
}
