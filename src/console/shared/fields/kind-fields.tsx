/** The kind of a data field, and its choices, a line each. */
import { SelectField, TextArea } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { FIELD_KINDS, type FieldKind } from './field-kind.ts'

export function KindFields(props: {
  kind: FieldKind
  lines: string
  onKind(kind: FieldKind): void
  onLines(lines: string): void
}) {
  const texts = useTexts('fields')
  return (
    <>
      <SelectField<FieldKind>
        label={texts.holds}
        value={props.kind}
        choices={FIELD_KINDS.map(value => ({ value, label: texts.kinds[value] }))}
        onChange={props.onKind}
      />
      {props.kind === 'choice' && (
        <TextArea
          label={texts.choices}
          hint={texts.choicesHint}
          value={props.lines}
          maxLength={20_000}
          onChange={props.onLines}
        />
      )}
    </>
  )
}
