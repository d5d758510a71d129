/** The parameters of a bulk job: the list, the field, the reason. */
import { useState } from 'react'
import type { BulkActionInput } from '../../../actions/subscribers/bulk-jobs.ts'
import { useFields } from '../../api/fields.ts'
import { useLists } from '../../api/lists.ts'
import { type BulkRequest, useBulkChange } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

export type BulkKind = BulkActionInput['do']

export function BulkDialog(props: {
  kind: BulkKind
  who: Omit<BulkRequest, 'action'>
  onClose(done: boolean): void
}) {
  const { kind, who, onClose } = props
  const texts = useTexts('people')
  const common = useTexts('common')
  const change = useBulkChange()
  const { data: lists = [] } = useLists()
  const { data: fields = [] } = useFields()
  const [list, setList] = useState<number>()
  const [field, setField] = useState<number>()
  const [text, setText] = useState('')
  const chosenList = list ?? lists[0]?.id
  const offered = fields.find(({ number }) => number === field)?.choices ?? []
  const action = actionOf(kind, { list: chosenList, field, text })
  const titles = { join: texts.addToList, leave: texts.takeOff, set: texts.setField }
  const title = kind === 'opt out' ? texts.optOut : titles[kind]
  return (
    <Dialog title={title} onClose={() => onClose(false)}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (change.isPending || !action) return
          change.mutate({ ...who, action }, { onSuccess: () => onClose(true) })
        }}
      >
        {change.error && <Failure error={change.error} />}
        {(kind === 'join' || kind === 'leave') && (
          <SelectField
            label={texts.list}
            value={String(chosenList ?? '')}
            choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={value => setList(Number(value))}
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
        {kind === 'set' && offered.length > 0 && (
          <SelectField
            label={texts.value}
            value={text}
            choices={['', ...offered].map(choice => ({ value: choice, label: choice }))}
            onChange={setText}
          />
        )}
        {((kind === 'set' && offered.length === 0) || kind === 'opt out') && (
          <TextField
            label={kind === 'set' ? texts.value : texts.reason}
            hint={kind === 'set' ? texts.valueHint : texts.optOutHint}
            value={text}
            onChange={setText}
            maxLength={500}
            optional
          />
        )}
        <div className="dialog-acts">
          <Button onClick={() => onClose(false)}>{common.close}</Button>
          <Button look="primary" type="submit" busy={change.isPending || !action}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function actionOf(
  kind: BulkKind,
  { list, field, text }: { list: number | undefined; field: number | undefined; text: string },
): BulkActionInput | undefined {
  if (kind === 'opt out') return { do: kind, reason: text }
  if (kind === 'set') return field === undefined ? undefined : { do: kind, field, value: text }
  return list === undefined ? undefined : { do: kind, list }
}
