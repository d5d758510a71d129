/** Editing the values of a person. What is typed stays when somebody else was faster. */
import { useState } from 'react'
import type { SubscriberDetailAnswer } from '../../../console-api/v1/routes/subscribers.ts'
import { ApiFailure } from '../../api/client.ts'
import { useEditPerson, useFields, usePerson } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts, useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'

type Values = Record<string, string>

const valuesOf = (person: SubscriberDetailAnswer): Values => ({
  email: person.email,
  name: person.name,
  countryCode: person.countryCode,
  phone: person.phone,
  format: person.format,
  ...person.fields,
})

/** Only what was changed, so that a value changed by somebody else is not put back. */
function changesOf(before: Values, now: Values) {
  const changed = Object.entries(now).filter(([key, value]) => value !== (before[key] ?? ''))
  const isField = ([key]: [string, string]) => key.startsWith('DD')
  const fields = Object.fromEntries(changed.filter(isField))
  const rest = Object.fromEntries(changed.filter(entry => !isField(entry)))
  return { ...rest, ...(Object.keys(fields).length > 0 && { fields }) }
}

export function PersonEdit(props: {
  person: SubscriberDetailAnswer
  tag: string
  onClose(): void
}) {
  const texts = useTextsOf(peopleTexts)
  const common = useTexts()
  const toast = useToast()
  const { data: fields = [] } = useFields()
  const person = usePerson(props.person.id)
  // As they were when editing began: a newer state comes only when it is asked for.
  const [base, setBase] = useState({ values: valuesOf(props.person), tag: props.tag })
  const [values, setValues] = useState(base.values)
  const change = useEditPerson(props.person.id, base.tag)
  const { error } = change
  const stale = error instanceof ApiFailure && error.status === 412
  const wrong = error instanceof ApiFailure ? error.field.replace(/^body\.(fields\.)?/, '') : ''
  const takeOver = async () => {
    const { data } = await person.refetch()
    if (!data) return
    const latest = valuesOf(data.value)
    setValues({ ...latest, ...flat(changesOf(base.values, values)) })
    setBase({ values: latest, tag: data.tag })
    change.reset()
  }
  const field = (key: string, label: string, most: number, focused = false) => (
    <TextField
      key={key}
      label={label}
      value={values[key] ?? ''}
      optional={key !== 'email'}
      problem={wrong === key && error ? error.message : undefined}
      maxLength={most}
      focused={focused}
      onChange={value => setValues({ ...values, [key]: value })}
    />
  )
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (change.isPending) return
        const onSuccess = () => {
          toast({ text: texts.saved })
          props.onClose()
        }
        change.mutate(changesOf(base.values, values), { onSuccess })
      }}
    >
      {stale && (
        <div className="note warn" role="alert">
          <span>{texts.changedMeanwhile}</span>
          <Button onClick={() => void takeOver()}>{texts.loadAgain}</Button>
        </div>
      )}
      {error && !stale && wrong === '' && <Failure error={error} />}
      {field('email', texts.address, 320, true)}
      {field('name', texts.name, 500)}
      {field('countryCode', texts.countryCode, 20)}
      {field('phone', texts.phone, 50)}
      <SelectField
        label={texts.format}
        value={values.format === 'text' ? 'text' : 'html'}
        choices={[
          { value: 'html', label: 'HTML' },
          { value: 'text', label: 'Text' },
        ]}
        onChange={format => setValues({ ...values, format })}
      />
      {fields
        .filter(({ activated }) => activated)
        .map(one => field(one.field, `${one.field} ${one.name}`, 500))}
      <div className="dialog-acts">
        <Button onClick={props.onClose}>{common.close}</Button>
        <Button look="primary" type="submit" busy={change.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

/** The other way round. */
const flat = ({ fields, ...rest }: ReturnType<typeof changesOf>): Values => ({
  ...rest,
  ...fields,
})
