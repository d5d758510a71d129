/** The summary of the order, in one box; and the button with the number of recipients. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
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

/** Far more people than usual: the number must be typed, as a confirmation. */
function TypedNumber(props: {
  people: number
  usual: number | null
  verb: string
  onClose(): void
  onSend(): void
}) {
  const texts = useTexts('send')
  const common = useTexts('common')
  const { number } = useFigures()
  const { people, usual, verb, onClose, onSend } = props
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const same = typed.replace(/[^0-9]/g, '') === String(people)
  return (
    <Dialog title={texts.farMore} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (same) onSend()
          else setTried(true)
        }}
      >
        <p>{texts.farMoreHint(number(people), number(usual))}</p>
        <TextField
          label={texts.typeNumber(number(people))}
          value={typed}
          onChange={setTyped}
          problem={tried && !same ? texts.numberWrong : undefined}
          maxLength={20}
          autoComplete="off"
          focused
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.keep}</Button>
          <Button look="primary" type="submit">
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
