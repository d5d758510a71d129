/** The parameters of a bulk job: the list, the field, the reason. */
import { useState } from 'react'
import type { BulkActionInput } from '../../../actions/subscribers/bulk-jobs.ts'
import { useFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { type BulkRequest, useBulkChange } from '../../api/people.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { AnswerFields, givenAnswer, NO_ANSWER } from '../../shared/measuring/answer-fields.tsx'
import { useTexts } from '../../texts/language.tsx'

export type BulkKind = BulkActionInput['do']

export function BulkDialog(props: {
  kind: BulkKind
  /** How many, in figures. */
  people: string
  who: Omit<BulkRequest, 'action'>
  onClose(done: boolean): void
}) {
  const { kind, people, who, onClose } = props
  const texts = useTexts('people')
  const measuring = useTexts('measuring')
  const change = useBulkChange()
  const { data: lists = [] } = useLists()
  const { data: fields = [] } = useFields()
  const [list, setList] = useState<number>()
  const [field, setField] = useState<number>()
  const [text, setText] = useState('')
  const [emptied, setEmptied] = useState(false)
  const offered = fields.find(({ number }) => number === field)?.choices ?? []
  const [answer, setAnswer] = useState(NO_ANSWER)
  const action =
    kind === 'measuring'
      ? { do: kind, ...givenAnswer(answer) }
      : actionOf(kind, { list, field, text, emptied })
  const titles = {
    join: texts.addToList,
    leave: texts.takeOff,
    set: texts.setField,
    'opt-out': texts.optOut,
    measuring: measuring.note,
  }
  const title = titles[kind]
  return (
    <FormDialog
      title={texts.actOn(title, people)}
      act={texts.actOn(title, people)}
      error={change.error}
      busy={change.isPending || !action}
      onSubmit={() => {
        if (action) change.mutate({ ...who, action }, { onSuccess: () => onClose(true) })
      }}
      onClose={() => onClose(false)}
    >
      {(kind === 'join' || kind === 'leave') && (
        <SelectField
          label={texts.list}
          value={String(list ?? '')}
          choices={[
            { value: '', label: texts.chooseList },
            ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={value => setList(value === '' ? undefined : Number(value))}
        />
      )}
      {kind === 'set' && (
        <SelectField
          label={texts.field}
          value={String(field ?? '')}
          choices={[
            // None is chosen beforehand: an empty value would empty it.
            { value: '', label: texts.chooseField },
            ...fields.map(one => ({ value: String(one.number), label: one.name })),
          ]}
          onChange={value => setField(value === '' ? undefined : Number(value))}
        />
      )}
      {kind === 'set' && offered.length > 0 && !emptied && (
        <SelectField
          label={texts.value}
          value={text}
          choices={['', ...offered].map(choice => ({ value: choice, label: choice }))}
          onChange={setText}
        />
      )}
      {((kind === 'set' && offered.length === 0 && !emptied) || kind === 'opt-out') && (
        <TextField
          label={kind === 'set' ? texts.value : texts.reason}
          {...(kind === 'opt-out' && { hint: texts.optOutHint })}
          value={text}
          onChange={setText}
          maxLength={500}
          optional
        />
      )}
      {kind === 'measuring' && (
        <>
          <p className="soft small">{texts.noteAnswerHint}</p>
          <AnswerFields answer={answer} onChange={setAnswer} />
        </>
      )}
      {kind === 'set' && <YesNo label={texts.emptyField} value={emptied} onChange={setEmptied} />}
    </FormDialog>
  )
}

function actionOf(
  kind: Exclude<BulkKind, 'measuring'>,
  {
    list,
    field,
    text,
    emptied,
  }: { list: number | undefined; field: number | undefined; text: string; emptied: boolean },
): BulkActionInput | undefined {
  if (kind === 'opt-out') return { do: kind, reason: text }
  if (kind === 'set') {
    // Enter in an empty form empties nothing.
    if (field === undefined || (text.trim() === '' && !emptied)) return undefined
    return { do: kind, field, value: emptied ? '' : text }
  }
  return list === undefined ? undefined : { do: kind, listId: list }
}
