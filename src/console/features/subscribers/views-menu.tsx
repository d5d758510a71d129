/** Saved views: search, list, filter and columns under a name, each person's own. */
import type { PeopleSort } from '../../api/people.ts'
import './subscribers.css'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Popover } from '../../parts/popover.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { TableColumn } from './columns.ts'
import { type SavedTableView, useRemoveView, useSavedViews, useSaveView } from './saved-views.ts'

/** The state of the table of subscribers, as the search parameters of its address. */
export interface PeopleView {
  q?: string
  list?: number
  filter?: number
  columns?: string
  sort?: PeopleSort
  /** The row at which the table was entered. */
  from?: number
}

export function ViewsMenu(props: {
  view: PeopleView
  columns: readonly TableColumn[]
  onView(view: PeopleView): void
}) {
  const { view, columns, onView } = props
  const texts = useTexts('people')
  const { q, list, filter } = view
  const now = {
    ...(q && { q }),
    ...(list && { listId: list }),
    ...(filter && { filterId: filter }),
    columns: [...columns],
  }
  return (
    <Popover
      name={texts.views}
      look="btn"
      width={320}
      button={
        <>
          <Icon name="save" />
          {texts.views}
        </>
      }
    >
      {close => (
        <div className="stack">
          <Views
            onRemoved={close}
            onChoose={({ columns: saved, listId, filterId, ...rest }) => {
              const selection = { ...rest, list: listId, filter: filterId }
              onView({ ...selection, ...(saved && { columns: saved.join(',') }) })
              close()
            }}
          />
          <SaveView view={now} onSaved={close} />
        </div>
      )}
    </Popover>
  )
}

function Views(props: { onChoose(view: SavedTableView['view']): void; onRemoved(): void }) {
  const { onChoose, onRemoved } = props
  const texts = useTexts('people')
  const toast = useToast()
  const views = useSavedViews()
  const save = useSaveView()
  const remove = useRemoveView()
  const error = views.error ?? remove.error ?? save.error
  const removeOne = (one: SavedTableView) => {
    const undo = () => save.mutate(one)
    const onSuccess = () => {
      toast({ text: texts.viewRemoved(one.name), undo })
      // The focus would be lost with the button.
      onRemoved()
    }
    remove.mutate(one.name, { onSuccess })
  }
  return (
    <>
      {error && <Failure error={error} />}
      {views.data?.length === 0 && <p className="soft small">{texts.viewsNone}</p>}
      <ul className="menu-rows">
        {views.data?.map(one => (
          <li key={one.name}>
            <button type="button" className="menu-item" onClick={() => onChoose(one.view)}>
              <bdi className="cell">{one.name}</bdi>
            </button>
            <button
              type="button"
              className="btn quiet icon"
              title={texts.removeView(one.name)}
              onClick={() => removeOne(one)}
            >
              <Icon name="close" />
              <span className="sr">{texts.removeView(one.name)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function SaveView({ view, onSaved }: { view: SavedTableView['view']; onSaved(): void }) {
  const texts = useTexts('people')
  const toast = useToast()
  const save = useSaveView()
  const [name, setName] = useState('')
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (save.isPending || name.trim() === '') return
        const onSuccess = () => {
          toast({ text: texts.viewSaved(name) })
          onSaved()
        }
        save.mutate({ name: name.trim(), view }, { onSuccess })
      }}
    >
      {save.error && <Failure error={save.error} />}
      <TextField
        label={texts.viewName}
        hint={texts.viewHint}
        value={name}
        onChange={setName}
        maxLength={100}
      />
      <Button type="submit" busy={save.isPending || name.trim() === ''}>
        {texts.saveView}
      </Button>
    </form>
  )
}
