/** Fields for an answer about being measured. */
import type { AnswerToNote } from '../../api/measuring.ts'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'

const MOST_WORDS = 2000

interface AnswerChoice {
  about: 'both' | 'opens' | 'clicks'
  said: 'agreed' | 'declined'
  words: string
  /** As an input of a day and a time has it; empty: now. */
  at: string
}

export const NO_ANSWER: AnswerChoice = { about: 'both', said: 'declined', words: '', at: '' }

export const givenAnswer = ({ about, said, words, at }: AnswerChoice): AnswerToNote => ({
  ...(about !== 'clicks' && { opens: said }),
  ...(about !== 'opens' && { clicks: said }),
  ...(words.trim() !== '' && { words }),
  ...(at !== '' && { at: new Date(at).toISOString() }),
})

export function AnswerFields(props: {
  answer: AnswerChoice
  onChange(answer: AnswerChoice): void
}) {
  const { answer, onChange } = props
  const texts = useTexts('measuring')
  return (
    <>
      <SelectField<AnswerChoice['about']>
        label={texts.about}
        value={answer.about}
        choices={[
          { value: 'both', label: texts.both },
          { value: 'opens', label: texts.ofOpens },
          { value: 'clicks', label: texts.ofClicks },
        ]}
        onChange={about => onChange({ ...answer, about })}
      />
      <SelectField<AnswerChoice['said']>
        label={texts.answer}
        value={answer.said}
        choices={[
          { value: 'declined', label: texts.decline },
          { value: 'agreed', label: texts.agree },
        ]}
        onChange={said => onChange({ ...answer, said })}
      />
      <TextArea
        prose
        label={texts.words}
        hint={texts.wordsHint}
        value={answer.words}
        maxLength={MOST_WORDS}
        onChange={words => onChange({ ...answer, words })}
      />
      <TextField
        type="datetime-local"
        label={texts.when}
        value={answer.at}
        optional
        onChange={at => onChange({ ...answer, at })}
      />
    </>
  )
}
