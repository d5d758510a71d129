/** A member notes a person's answer about being measured. */
import { useState } from 'react'
import { useNoteAnswer } from '../../api/measuring.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
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
    <FormDialog
      title={texts.dialog}
      act={texts.note}
      keep={texts.cancel}
      error={note.error}
      busy={note.isPending}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      <p className="soft small">{texts.dialogHint}</p>
      <AnswerFields answer={answer} onChange={setAnswer} />
    </FormDialog>
  )
}
