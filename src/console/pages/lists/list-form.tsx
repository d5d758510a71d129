/** Adding and editing a list. */
import { useState } from 'react'
import type { ListAnswer } from '../../../console-api/v1/routes/lists.ts'
import { ApiFailure } from '../../api/client.ts'
import { type ListInput, useAddList, useEditList, useListToEdit } from '../../api/lists.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

type OnClose = (said?: string) => void

const EMPTY: ListInput = {
  name: '',
  fromName: '',
  fromEmail: '',
  description: '',
  tracking: 'personal',
}

export function AddListDialog({ onClose }: { onClose: OnClose }) {
  const texts = useTexts()
  const { mutate, isPending, error } = useAddList()
  return (
    <Dialog title={texts.addList} onClose={onClose}>
      <ListForm
        start={EMPTY}
        button={texts.addList}
        busy={isPending}
        error={error}
        onSubmit={list => mutate(list, { onSuccess: () => onClose(texts.added(list.name)) })}
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Reads the list once more, for the tag that tells of changes by somebody else. */
export function EditListDialog({ list, onClose }: { list: ListAnswer; onClose: OnClose }) {
  const texts = useTexts()
  const { data, error, refetch } = useListToEdit(list.id)
  const change = useEditList(list.id, data?.tag ?? '')
  return (
    <Dialog title={texts.editList} onClose={onClose}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingRows onRetry={() => void refetch()} />}
      {data && (
        <ListForm
          start={data.value}
          button={texts.saveList}
          busy={change.isPending}
          error={change.error}
          onSubmit={input =>
            change.mutate(input, { onSuccess: () => onClose(texts.saved(input.name)) })
          }
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function ListForm(props: {
  start: ListInput
  button: string
  busy: boolean
  error: unknown
  onSubmit(list: ListInput): void
  onClose: OnClose
}) {
  const texts = useTexts()
  const { name, fromName, fromEmail, description, tracking } = props.start
  const [list, setList] = useState<ListInput>({
    ...{ name, fromName, fromEmail, description, tracking },
  })
  const set = (key: keyof ListInput) => (value: string) => setList({ ...list, [key]: value })
  const { error } = props
  const wrongField = error instanceof ApiFailure ? error.field.replace(/^body\./, '') : ''
  const problemOf = (key: keyof ListInput) =>
    wrongField === key && error instanceof ApiFailure ? error.message : undefined
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (!props.busy) props.onSubmit(list)
      }}
    >
      {error != null && wrongField === '' && <Failure error={error} />}
      <TextField
        label={texts.name}
        value={list.name}
        onChange={set('name')}
        problem={problemOf('name')}
        maxLength={200}
        focused
      />
      <TextField
        label={texts.senderAddress}
        value={list.fromEmail}
        type="email"
        onChange={set('fromEmail')}
        problem={problemOf('fromEmail')}
        maxLength={320}
      />
      <TextField
        label={texts.senderName}
        hint={texts.senderNameHint}
        value={list.fromName}
        optional
        onChange={set('fromName')}
        problem={problemOf('fromName')}
        maxLength={200}
      />
      <TextField
        label={texts.description}
        value={list.description}
        optional
        onChange={set('description')}
        problem={problemOf('description')}
        maxLength={2000}
      />
      <SelectField
        label={texts.tracking}
        value={list.tracking}
        choices={(['personal', 'anonymous', 'off'] as const).map(value => ({
          value,
          label: texts.trackings[value],
        }))}
        onChange={set('tracking')}
      />
      <div className="dialog-acts">
        <Button onClick={() => props.onClose()}>{texts.close}</Button>
        <Button look="primary" type="submit" busy={props.busy}>
          {props.button}
        </Button>
      </div>
    </form>
  )
}
