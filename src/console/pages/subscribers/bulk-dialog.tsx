/** Asks what a change of many needs: the list, the field, the reason. */
import { useState } from 'react'
import type { BulkActionInput } from '../../../console-api/v1/routes/bulk-jobs.ts'
import { useLists } from '../../api/lists.ts'
import { type BulkRequest, useBulkChange, useFields } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts, useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'

export type BulkKind = BulkActionInput['do']

export function BulkDialog(props: {
  kind: BulkKind
  who: Omit<BulkRequest, 'action'>
  onClose(done: boolean): void
}) {
  const { kind, who, onClose } = props
  const texts = useTextsOf(peopleTexts)
  const common = useTexts()
  const change = useBulkChange()
  const { data: lists = [] } = useLists()
  const { data: fields = [] } = useFields()
  const [list, setList] = useState<number>()
  const [field, setField] = useState<number>()
  const [text, setText] = useState('')
  const usable = fields.filter(({ activated }) => activated)
  const chosenList = list ?? lists[0]?.id
  const chosenField = field ?? usable[0]?.number
  const action = actionOf(kind, { list: chosenList, field: chosenField, text })
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
            value={String(chosenField ?? '')}
            choices={usable.map(one => ({
              value: String(one.number),
              label: `${one.field} ${one.name}`,
            }))}
            onChange={value => setField(Number(value))}
          />
        )}
        {(kind === 'set' || kind === 'opt out') && (
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
