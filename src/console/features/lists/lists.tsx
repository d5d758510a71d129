/** The mailing lists: search and order stand in the address. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListAnswer } from '../../../actions/lists/lists.ts'
import { isKept } from '../../api/kept.ts'
import { useArchivedLists, useLists } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { OrderField, SearchField } from '../../parts/toolbar.tsx'
import { ADDED_LIST, AddListDialog, EditListDialog } from '../../shared/lists/list-form.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { LIST_ORDERS, type ListsView } from './orders.ts'
import { RemoveListDialog } from './remove-list.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'remove'; list: ListAnswer }

export function ListsPage() {
  const { q = '', order = LIST_ORDERS[0] } = useSearch({ from: '/lists' })
  const navigate = useNavigate()
  const onView = (view: ListsView) => void navigate({ to: '/lists', search: view, replace: true })
  return <ShownLists view={{ q, order }} onView={onView} />
}

function ShownLists(props: { view: ListsView; onView(view: ListsView): void }) {
  const texts = useTexts('common')
  const { data, error, refetch } = useLists()
  const mayChange = useRight('people')
  const [dialog, setDialog] = useState<OpenDialog | undefined>(() =>
    isKept(ADDED_LIST) ? { kind: 'add' } : undefined,
  )
  const toast = useToast()
  const shown = data && inOrder(data, props.view)
  const archived = useArchivedLists()
  const close = (said?: string) => {
    setDialog(undefined)
    if (said !== undefined) toast({ text: said })
  }
  const add = mayChange && (
    <Button
      look="primary"
      icon={<Icon name="add" />}
      hotkey="n"
      onClick={() => setDialog({ kind: 'add' })}
    >
      {texts.addList}
    </Button>
  )
  return (
    <>
      <PageHead
        title={texts.lists}
        aside={data ? texts.listCount(data.length) : ''}
        actions={data?.length !== 0 && add}
      />
      <div className="page">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingRows onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState title={texts.noLists} sentence={texts.noListsHint}>
            {add}
          </EmptyState>
        )}
        {shown && data.length > 0 && (
          <>
            <ListsToolbar {...props} />
            {shown.length === 0 ? (
              <EmptyState title={texts.noMatch(props.view.q)} sentence={texts.noMatchHint}>
                <Button onClick={() => props.onView({ ...props.view, q: '' })}>
                  {texts.showAll}
                </Button>
              </EmptyState>
            ) : (
              <ListsTable lists={shown} open={mayChange ? setDialog : undefined} />
            )}
          </>
        )}
        {archived.data && archived.data.length > 0 && <ArchivedLists lists={archived.data} />}
      </div>
      {dialog?.kind === 'add' && <AddListDialog onClose={close} />}
      {dialog?.kind === 'edit' && <EditListDialog list={dialog.list} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveListDialog list={dialog.list} onClose={close} />}
    </>
  )
}

function ArchivedLists({ lists }: { lists: readonly ListAnswer[] }) {
  const own = useTexts('lists')
  return (
    <details className="archive">
      <summary>{own.archivedCount(lists.length)}</summary>
      <ListsTable lists={lists} open={undefined} />
    </details>
  )
}

function ListsToolbar({ view, onView }: { view: ListsView; onView(view: ListsView): void }) {
  const texts = useTexts('common')
  return (
    <div className="toolbar">
      <SearchField label={texts.search} value={view.q} onChange={q => onView({ ...view, q })} />
      <OrderField
        value={view.order}
        choices={LIST_ORDERS.map(value => ({ value, label: texts[value] }))}
        onChange={order => onView({ ...view, order })}
      />
    </div>
  )
}

function ListsTable(props: {
  lists: readonly ListAnswer[]
  open: ((dialog: OpenDialog) => void) | undefined
}) {
  const texts = useTexts('common')
  const formats = useFormats()
  const { open } = props
  return (
    <table className="lists">
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th className="hide-s">{texts.sender}</th>
          <th className="num">{texts.subscribers}</th>
          <th className="hide-s">{texts.tracking}</th>
          <th className="hide-s">{texts.created}</th>
          <th className="num hide-s">{texts.id}</th>
          {open && (
            <th>
              <span className="sr">{texts.actionsOf('')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {props.lists.map(list => (
          <tr key={list.id}>
            <td className="strong wrap">
              <Link to="/lists/$id" params={{ id: String(list.id) }}>
                <bdi>{list.name}</bdi>
              </Link>
              {list.description !== '' && <span className="sub">{list.description}</span>}
            </td>
            <td className="wrap hide-s">
              {list.fromName}
              <span className="sub">{list.fromEmail}</span>
            </td>
            <td className="num">{formats.number(list.subscribers)}</td>
            <td className="hide-s">{texts.trackings[list.tracking]}</td>
            <td className="nowrap hide-s">{formats.day(list.created)}</td>
            <td className="num faint hide-s">{list.id}</td>
            {open && (
              <td className="num">
                <ActionMenu
                  name={texts.actionsOf(list.name)}
                  button={<Icon name="more" />}
                  actions={[
                    {
                      label: texts.editList,
                      icon: <Icon name="edit" />,
                      onClick: () => open({ kind: 'edit', list }),
                    },
                    {
                      label: texts.removeList,
                      icon: <Icon name="remove" />,
                      danger: true,
                      onClick: () => open({ kind: 'remove', list }),
                    },
                  ]}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inOrder(lists: readonly ListAnswer[], { q, order }: ListsView): ListAnswer[] {
  const words = q.trim().toLocaleLowerCase()
  const found = lists.filter(({ name, fromName, fromEmail, description }) =>
    [name, fromName, fromEmail, description].some(text => text.toLocaleLowerCase().includes(words)),
  )
  if (order === 'name') return found.sort((a, b) => a.name.localeCompare(b.name))
  if (order === 'subscribers') return found.sort((a, b) => b.subscribers - a.subscribers)
  return found.sort((a, b) => b.id - a.id)
}
