/** A member notes a person's answer about being measured. */
import { useState } from 'react'
import { useNoteAnswer } from '../../api/measuring.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AnswerFields, givenAnswer, NO_ANSWER } from './answer-fields.tsx'

export function AnswerDialog(props: {
  subscriberId: number
  onClose(): void
  /** With the id of the answer, if it is a new one. */
  onDone(outcome: 'set' | 'same' | 'older', answerId: number | string | undefined): void
}) {
  const { subscriberId, onClose, onDone } = props
  const texts = useTexts('measuring')
  const note = useNoteAnswer(subscriberId)
  const [answer, setAnswer] = useState(NO_ANSWER)
  const submit = () =>
    note.mutate(givenAnswer(answer), {
      onSuccess({ outcome, answers }) {
        const newest = answers.toSorted((a, b) => (a.recorded < b.recorded ? 1 : -1))[0]
        onDone(outcome, outcome === 'set' ? newest?.id : undefined)
      },
    })
  return (
    <Dialog title={texts.dialog} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!note.isPending) submit()
        }}
      >
        {note.error && <Failure error={note.error} />}
        <p className="soft small">{texts.dialogHint}</p>
        <AnswerFields answer={answer} onChange={setAnswer} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="primary" type="submit" busy={note.isPending}>
            {texts.note}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
