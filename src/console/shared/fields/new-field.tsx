/** A new data field: its name, kind and choices. */
import { useState } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import { useAddField } from '../../api/fields.ts'
import { SelectField, TextArea, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { choicesIn, FIELD_KINDS, type FieldKind, ofKind } from './field-kind.ts'

export function NewFieldDialog(props: {
  name?: string
  kind?: FieldKind
  onMade?(field: FieldAnswer): void
  onClose(): void
}) {
  const texts = useTexts('fields')
  const add = useAddField()
  const [name, setName] = useState(props.name ?? '')
  const [kind, setKind] = useState<FieldKind>(props.kind ?? 'text')
  const [lines, setLines] = useState('')
  const ready = name.trim() !== '' && (kind !== 'choice' || choicesIn(lines).length > 0)
  return (
    <FormDialog
      title={texts.newField}
      act={texts.newField}
      error={add.error}
      busy={!ready || add.isPending}
      onSubmit={() =>
        add.mutate(
          { name: name.trim(), ...ofKind(kind, lines) },
          {
            onSuccess(field) {
              props.onMade?.(field)
              props.onClose()
            },
          },
        )
      }
      onClose={props.onClose}
    >
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
    </FormDialog>
  )
}
