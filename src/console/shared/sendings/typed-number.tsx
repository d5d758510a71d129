/** Asks for the number of people, where it is far above the usual one. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** Far more people than usual: the number must be typed, as a confirmation. */
export function TypedNumber(props: {
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
