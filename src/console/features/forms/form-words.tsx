/** What a form says in each of its languages. */
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { useFields } from '../../api/fields.ts'
import { type SpokenLanguage, useDropLanguage, useSetWords } from '../../api/forms.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { SPOKEN } from './spoken.ts'

const NAMES = Object.fromEntries(SPOKEN.map(({ value, label }) => [value, label]))

export function FormWordsEditor(props: {
  form: FormAnswer
  language: SpokenLanguage
  onLanguage(language: SpokenLanguage): void
  mayChange: boolean
}) {
  const { form, language, onLanguage, mayChange } = props
  const own = useTexts('forms')
  const toast = useToast()
  const kept = form.words[language]!
  const [words, setWords] = useState(kept)
  const save = useSetWords(form.id)
  const drop = useDropLanguage(form.id)
  const fields = useFields()
  const nameOf = (field: string) =>
    field === 'name'
      ? own.personName
      : (fields.data?.find(({ number }) => `DD${number}` === field)?.name ?? field)
  const spoken = SPOKEN.filter(({ value }) => form.words[value])
  const others = SPOKEN.filter(({ value }) => !form.words[value])
  const set =
    (key: 'title' | 'intro' | 'consent' | 'measuring' | 'button' | 'thanks') => (value: string) =>
      setWords({ ...words, [key]: value })
  const submit = () => {
    save.mutate({ language, ...words }, { onSuccess: () => toast({ text: own.saved }) })
  }
  const busy = save.isPending || drop.isPending
  const error = save.error ?? drop.error
  return (
    <section>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) submit()
        }}
      >
        <h2>
          {own.words} <span className="faint small">{own.version(form.wordsVersion)}</span>
        </h2>
        {error && <Failure error={error} />}
        {spoken.length > 1 && (
          <SelectField
            label={own.language}
            value={language}
            choices={spoken}
            onChange={onLanguage}
          />
        )}
        <TextField
          label={own.heading}
          value={words.title}
          onChange={set('title')}
          maxLength={200}
        />
        <TextArea
          prose
          label={own.intro}
          value={words.intro}
          onChange={set('intro')}
          maxLength={2000}
        />
        <TextArea
          prose
          label={own.consent}
          hint={own.consentHint}
          value={words.consent}
          onChange={set('consent')}
          maxLength={1000}
        />
        <TextArea
          prose
          label={own.measuring}
          hint={own.measuringHint}
          value={words.measuring}
          onChange={set('measuring')}
          maxLength={1000}
        />
        {form.asked.map(field => (
          <TextField
            key={field}
            label={own.label(nameOf(field))}
            value={words.labels[field as keyof typeof words.labels] ?? ''}
            onChange={label => setWords({ ...words, labels: { ...words.labels, [field]: label } })}
            placeholder={nameOf(field)}
            maxLength={200}
            optional
          />
        ))}
        <TextField
          label={own.button}
          value={words.button}
          onChange={set('button')}
          placeholder={own.usual}
          maxLength={60}
          optional
        />
        <TextArea
          prose
          label={own.thanks}
          hint={own.usualHint}
          value={words.thanks}
          onChange={set('thanks')}
          maxLength={1000}
        />
        {mayChange && (
          <p className="acts">
            <Button look="primary" type="submit" busy={busy}>
              {own.save}
            </Button>
            {spoken.length > 1 && (
              <Button look="quiet" busy={busy} onClick={() => drop.mutate(language)}>
                {own.dropLanguage(NAMES[language] ?? language)}
              </Button>
            )}
          </p>
        )}
        {mayChange && others.length > 0 && (
          <SelectField
            label={own.addLanguage}
            value=""
            choices={[{ value: '', label: '–' }, ...others]}
            onChange={value => {
              if (value !== '')
                save.mutate({ language: value }, { onSuccess: () => onLanguage(value) })
            }}
          />
        )}
      </form>
    </section>
  )
}
