/** Editing the values of a person. After a conflict, the local edits are kept. */

import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { ApiFailure } from '../../api/client.ts'
import { type EditedValues, isStale, useEdited } from '../../api/edited.ts'
import { useFields } from '../../api/fields.ts'
import { type PersonInput, useEditPerson, usePerson } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useSaid } from '../../parts/said.ts'
import { StaleNote } from '../../parts/stale-note.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

const valuesOf = (person: SubscriberDetailAnswer): EditedValues => ({
  email: person.email,
  firstName: person.firstName,
  lastName: person.lastName,
  name: person.name,
  countryCode: person.countryCode,
  phone: person.phone,
  format: person.format,
  ...person.fields,
})

/** As the API takes them: data fields apart. */
function inputOf(values: EditedValues): PersonInput {
  const entries = Object.entries(values)
  const isField = ([key]: [string, string]) => key.startsWith('DD')
  const fields = Object.fromEntries(entries.filter(isField))
  const rest = Object.fromEntries(entries.filter(entry => !isField(entry)))
  return { ...rest, ...(Object.keys(fields).length > 0 && { fields }) }
}

/** The key of the persisted form of a person. */
export const editedPerson = (id: number): string => `person.${id}`

export function PersonEdit(props: {
  person: SubscriberDetailAnswer
  tag: string
  onClose(): void
}) {
  const texts = useTexts('people')
  const common = useTexts('common')
  const toast = useToast()
  const said = useSaid()
  const { data: fields = [] } = useFields()
  const person = usePerson(props.person.id)
  const { id } = props.person
  const latest = { values: valuesOf(props.person), tag: props.tag }
  const edited = useEdited(editedPerson(id), latest)
  const change = useEditPerson(id)
  const { error } = change
  const stale = isStale(error)
  const busy = change.isPending || stale
  const wrong = error instanceof ApiFailure ? error.field.replace(/^body\.(fields\.)?/, '') : ''
  const takeOver = async () => {
    const { data } = await person.refetch()
    if (!data) return
    edited.takeOver({ values: valuesOf(data.value), tag: data.tag })
    change.reset()
  }
  const close = () => {
    edited.done()
    props.onClose()
  }
  const save = () => {
    const { before, changes } = edited
    const undo = () => change.mutate({ person: inputOf(before) })
    const onSuccess = () => {
      toast({ text: texts.saved, undo })
      close()
    }
    change.mutate({ person: inputOf(changes), ifMatch: edited.tag }, { onSuccess })
  }
  const field = (key: string, label: string, most: number, focused = false) => (
    <TextField
      key={key}
      label={label}
      value={edited.values[key] ?? ''}
      optional={key !== 'email'}
      problem={wrong === key && error ? said(error) : undefined}
      maxLength={most}
      focused={focused}
      onChange={value => edited.set(key, value)}
    />
  )
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (!busy) save()
      }}
    >
      {stale && <StaleNote onTakeOver={() => void takeOver()} />}
      {error && !stale && wrong === '' && <Failure error={error} />}
      {field('email', texts.address, 320, true)}
      <div className="two">
        {field('firstName', texts.firstName, 200)}
        {field('lastName', texts.lastName, 200)}
      </div>
      {field('name', texts.wholeName, 500)}
      {field('countryCode', texts.countryCode, 20)}
      {field('phone', texts.phone, 50)}
      <SelectField
        label={texts.format}
        value={edited.values.format === 'text' ? 'text' : 'html'}
        choices={[
          { value: 'html', label: 'HTML' },
          { value: 'text', label: texts.plainText },
        ]}
        onChange={format => edited.set('format', format)}
      />
      {fields.map(one => {
        const value = edited.values[one.field] ?? ''
        if (one.choices.length === 0) return field(one.field, one.name, 500)
        // A value outside of the choices stays until another is chosen.
        const offered = [...new Set(['', ...one.choices, value])]
        return (
          <SelectField
            key={one.field}
            label={one.name}
            value={value}
            choices={offered.map(choice => ({ value: choice, label: choice }))}
            onChange={next => edited.set(one.field, next)}
          />
        )
      })}
      <div className="dialog-acts">
        <Button onClick={close}>{common.close}</Button>
        <Button look="primary" type="submit" busy={busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
