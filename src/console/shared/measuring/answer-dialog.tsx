/** A member notes a person's answer about being measured. */
import { useState } from 'react'
import { type AnswerToNote, useNoteAnswer } from '../../api/measuring.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

const MOST_WORDS = 2000

type About = 'both' | 'opens' | 'clicks'
type Said = 'agreed' | 'declined'

export function AnswerDialog(props: {
  subscriberId: number
  onClose(): void
  /** With the id of the answer, if it is a new one. */
  onDone(outcome: 'set' | 'same' | 'older', answerId: number | string | undefined): void
}) {
  const { subscriberId, onClose, onDone } = props
  const texts = useTexts('measuring')
  const note = useNoteAnswer(subscriberId)
  const [about, setAbout] = useState<About>('both')
  const [said, setSaid] = useState<Said>('declined')
  const [words, setWords] = useState('')
  const [at, setAt] = useState('')
  const submit = () => {
    const given: AnswerToNote = {
      ...(about !== 'clicks' && { opens: said }),
      ...(about !== 'opens' && { clicks: said }),
      ...(words.trim() !== '' && { words }),
      ...(at !== '' && { at: new Date(at).toISOString() }),
    }
    note.mutate(given, {
      onSuccess({ outcome, answers }) {
        const newest = answers.toSorted((a, b) => (a.recorded < b.recorded ? 1 : -1))[0]
        onDone(outcome, outcome === 'set' ? newest?.id : undefined)
      },
    })
  }
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
        <SelectField<About>
          label={texts.about}
          value={about}
          choices={[
            { value: 'both', label: texts.both },
            { value: 'opens', label: texts.ofOpens },
            { value: 'clicks', label: texts.ofClicks },
          ]}
          onChange={setAbout}
        />
        <SelectField<Said>
          label={texts.answer}
          value={said}
          choices={[
            { value: 'declined', label: texts.decline },
            { value: 'agreed', label: texts.agree },
          ]}
          onChange={setSaid}
        />
        <TextArea
          prose
          label={texts.words}
          hint={texts.wordsHint}
          value={words}
          maxLength={MOST_WORDS}
          onChange={setWords}
        />
        <TextField type="datetime-local" label={texts.when} value={at} optional onChange={setAt} />
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
