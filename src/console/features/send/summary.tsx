/** The summary of the order, in one box; and the button with the number of recipients. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TypedNumber } from '../../shared/sendings/typed-number.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function Summary(props: {
  name: string
  rows: readonly { name: string; value: ReactNode }[]
  people: number
  scheduled: boolean
  /** Why it cannot be sent now; undefined: it can. */
  held: string | undefined
  farMore: boolean
  usual: number | null
  busy: boolean
  problem: ReactNode
  onSend(): void
  children?: ReactNode
}) {
  const texts = useTexts('send')
  const { number } = useFigures()
  const { people, scheduled, held, farMore, usual, busy, onSend } = props
  const [asked, setAsked] = useState(false)
  const verb = (scheduled ? texts.scheduleTo : texts.sendTo)(number(people))
  return (
    <aside className="sumr" aria-label={texts.summary}>
      <div className="sumin">
        <h2 className="wrap">
          <bdi>{props.name}</bdi>
        </h2>
        <dl>
          {props.rows.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {props.problem}
        <Button
          look="primary huge"
          busy={busy || held !== undefined}
          onClick={() => (farMore ? setAsked(true) : onSend())}
        >
          {verb}
        </Button>
        <p className="tiny faint">{held ?? (scheduled ? texts.heldUntil : texts.held)}</p>
      </div>
      {props.children}
      {asked && (
        <TypedNumber
          people={people}
          usual={usual}
          verb={verb}
          onClose={() => setAsked(false)}
          onSend={() => {
            setAsked(false)
            onSend()
          }}
        />
      )}
    </aside>
  )
}
