/** A new data field: its name, kind and choices. */
import { useState } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import { useAddField } from '../../api/fields.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { choicesIn, type FieldKind, ofKind } from './field-kind.ts'
import { KindFields } from './kind-fields.tsx'

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
      <KindFields kind={kind} lines={lines} onKind={setKind} onLines={setLines} />
    </FormDialog>
  )
}
