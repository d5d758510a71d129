/** A new data field: its name, kind and choices. */
import { useState } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import { useAddField } from '../../api/fields.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { choicesIn, FIELD_KINDS, type FieldKind, ofKind } from './field-kind.ts'

export function NewFieldDialog(props: {
  name?: string
  kind?: FieldKind
  onMade?(field: FieldAnswer): void
  onClose(): void
}) {
  const texts = useTexts('fields')
  const common = useTexts('common')
  const add = useAddField()
  const [name, setName] = useState(props.name ?? '')
  const [kind, setKind] = useState<FieldKind>(props.kind ?? 'text')
  const [lines, setLines] = useState('')
  const ready = name.trim() !== '' && (kind !== 'choice' || choicesIn(lines).length > 0)
  return (
    <Dialog title={texts.newField} onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!ready || add.isPending) return
          add.mutate(
            { name: name.trim(), ...ofKind(kind, lines) },
            {
              onSuccess(field) {
                props.onMade?.(field)
                props.onClose()
              },
            },
          )
        }}
      >
        {add.error && <Failure error={add.error} />}
        <TextField label={texts.name} value={name} onChange={setName} maxLength={100} focused />
        <SelectField<FieldKind>
          label={texts.holds}
          value={kind}
          choices={FIELD_KINDS.map(value => ({ value, label: texts.kinds[value] }))}
          onChange={setKind}
        />
        {kind === 'choice' && (
          <TextArea
            label={texts.choices}
            hint={texts.choicesHint}
            value={lines}
            onChange={setLines}
            maxLength={20_000}
          />
        )}
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={!ready || add.isPending}>
            {texts.newField}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
