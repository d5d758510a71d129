/** Adding and editing a list. */

import type { ListAnswer } from '../../../actions/lists/lists.ts'
import { ApiFailure } from '../../api/client.ts'
import { type EditedForm, type EditedValues, isStale, useEdited } from '../../api/edited.ts'
import { type ListInput, useAddList, useEditList, useListToEdit } from '../../api/lists.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useSaid } from '../../parts/said.ts'
import { StaleNote } from '../../parts/stale-note.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

type OnClose = (said?: string) => void

const EMPTY: EditedValues = {
  name: '',
  fromName: '',
  fromEmail: '',
  description: '',
  tracking: 'personal',
}

/** The key of the persisted form. */
export const ADDED_LIST = 'list.add'

const valuesOf = (list: ListAnswer): EditedValues =>
  Object.fromEntries(Object.keys(EMPTY).map(key => [key, String(list[key as keyof ListInput])]))

export function AddListDialog(props: { onClose: OnClose; onAdded?(list: ListAnswer): void }) {
  const { onClose, onAdded } = props
  const texts = useTexts('common')
  const { mutate, isPending, error } = useAddList()
  const edited = useEdited(ADDED_LIST, { values: EMPTY, tag: '' })
  return (
    <Dialog title={texts.addList} onClose={onClose}>
      <ListForm
        edited={edited}
        button={texts.addList}
        busy={isPending}
        error={error}
        onSubmit={() =>
          mutate(edited.values as unknown as ListInput, {
            onSuccess(added) {
              edited.done()
              onAdded?.(added)
              onClose(texts.added(edited.values.name ?? ''))
            },
          })
        }
        onClose={onClose}
      />
    </Dialog>
  )
}

/** Reads the list once more, for its entity tag, by which a conflict is detected. */
export function EditListDialog({ list, onClose }: { list: ListAnswer; onClose: OnClose }) {
  const texts = useTexts('common')
  const { data, error, refetch } = useListToEdit(list.id)
  return (
    <Dialog title={texts.editList} onClose={onClose}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <LoadingRows onRetry={() => void refetch()} />}
      {data && <EditList list={data.value} tag={data.tag} onClose={onClose} />}
    </Dialog>
  )
}

function EditList(props: { list: ListAnswer; tag: string; onClose: OnClose }) {
  const { list, tag, onClose } = props
  const texts = useTexts('common')
  const toast = useToast()
  const edited = useEdited(`list.${list.id}`, { values: valuesOf(list), tag })
  const change = useEditList(list.id)
  const latest = useListToEdit(list.id)
  const takeOver = async () => {
    const { data } = await latest.refetch()
    if (!data) return
    edited.takeOver({ values: valuesOf(data.value), tag: data.tag })
    change.reset()
  }
  const save = () => {
    const { before, changes } = edited
    const undo = () => change.mutate({ changes: before })
    change.mutate(
      { changes, ifMatch: edited.tag },
      {
        onSuccess() {
          edited.done()
          toast({ text: texts.saved(edited.values.name ?? ''), undo })
          onClose()
        },
      },
    )
  }
  const stale = isStale(change.error)
  return (
    <>
      {stale && <StaleNote onTakeOver={() => void takeOver()} />}
      <ListForm
        edited={edited}
        button={texts.saveList}
        busy={change.isPending || stale}
        error={stale ? null : change.error}
        onSubmit={save}
        onClose={onClose}
      />
    </>
  )
}

function ListForm(props: {
  edited: EditedForm
  button: string
  busy: boolean
  error: unknown
  onSubmit(): void
  onClose: OnClose
}) {
  const texts = useTexts('common')
  const said = useSaid()
  const { values } = props.edited
  const set = (key: keyof ListInput) => (value: string) => props.edited.set(key, value)
  const { error } = props
  const wrongField = error instanceof ApiFailure ? error.field.replace(/^body\./, '') : ''
  const problemOf = (key: keyof ListInput) => (wrongField === key ? said(error) : undefined)
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (!props.busy) props.onSubmit()
      }}
    >
      {error != null && wrongField === '' && <Failure error={error} />}
      <TextField
        label={texts.name}
        value={values.name ?? ''}
        onChange={set('name')}
        problem={problemOf('name')}
        maxLength={200}
        focused
      />
      <TextField
        label={texts.senderAddress}
        value={values.fromEmail ?? ''}
        type="email"
        onChange={set('fromEmail')}
        problem={problemOf('fromEmail')}
        maxLength={320}
      />
      <TextField
        label={texts.senderName}
        hint={texts.senderNameHint}
        value={values.fromName ?? ''}
        optional
        onChange={set('fromName')}
        problem={problemOf('fromName')}
        maxLength={200}
      />
      <TextField
        label={texts.description}
        value={values.description ?? ''}
        optional
        onChange={set('description')}
        problem={problemOf('description')}
        maxLength={2000}
      />
      <SelectField
        label={texts.tracking}
        value={(values.tracking ?? 'personal') as ListInput['tracking']}
        choices={(['personal', 'anonymous', 'off'] as const).map(value => ({
          value,
          label: texts.trackings[value],
        }))}
        onChange={set('tracking')}
      />
      <div className="dialog-acts">
        <Button
          onClick={() => {
            props.edited.done()
            props.onClose()
          }}
        >
          {texts.close}
        </Button>
        <Button look="primary" type="submit" busy={props.busy}>
          {props.button}
        </Button>
      </div>
    </form>
  )
}
