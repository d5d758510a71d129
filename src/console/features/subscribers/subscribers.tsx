/** The subscribers: search, list, filter and columns stand in the address. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useFilters } from '../../api/filters.ts'
import { isKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { exportOf, type PeopleSort, usePeople, usePeopleCount } from '../../api/people.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { ChoiceField, DebouncedSearchField, OrderField } from '../../parts/toolbar.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { ADDED_PERSON, AddPersonDialog } from './add-person.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { NOBODY_CHOSEN, type PeopleChoice } from './choice.ts'
import { keepColumns, readColumns } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { PeopleTable } from './people-table.tsx'
import { type PeopleView, ViewsMenu } from './views-menu.tsx'

const SORTS = ['newest', 'oldest', 'name', 'name-down', 'address', 'address-down'] as const

export function SubscribersPage() {
  const texts = useTexts('people')
  const view = useSearch({ from: '/subscribers' })
  const navigate = useNavigate()
  const onView = ({ from: _, ...next }: PeopleView) =>
    void navigate({ to: '/subscribers', search: next, replace: true })
  const onJump = (row: number) => {
    const { from: _, ...here } = view
    const search = row > 0 ? { ...here, from: row } : here
    void navigate({ to: '/subscribers', search, replace: true, resetScroll: false })
  }
  const { q, list, filter, sort } = view
  // A search, a filter and another order are read from their top.
  const from = q || filter || sort ? undefined : view.from
  const selection = useMemo(
    () => ({ ...(q && { q }), ...(list && { list }), ...(filter && { filter }) }),
    [q, list, filter],
  )
  const among = useMemo(
    () => ({ ...selection, ...(from && { from }), ...(sort && { sort }) }),
    [selection, from, sort],
  )
  const people = usePeople(among)
  const count = usePeopleCount(selection)
  const mayChange = useRight('people')
  const seesPeople = useSeesPeople()
  const [choice, setChoice] = useState<PeopleChoice>(NOBODY_CHOSEN)
  const [adding, setAdding] = useState(() => isKept(ADDED_PERSON))
  const columns = readColumns(view.columns)
  const rows = useMemo(() => people.data?.pages.flatMap(page => page.items) ?? [], [people.data])
  const [first, last] = [people.data?.pages[0], people.data?.pages.at(-1)]
  // Those of a search are counted once all are read.
  const shownCount =
    q && people.data && !last?.tooShort && !people.isPlaceholderData
      ? { count: rows.length, exact: !people.hasNextPage }
      : count
  // While another place is being read, the table stays as long as it is.
  const more = people.hasNextPage || people.isPlaceholderData
  const above = people.hasPreviousPage || people.isPlaceholderData
  const everybody = Object.keys(selection).length === 0
  const add = mayChange && (
    <Button look="primary" icon={<Icon name="plus" />} hotkey="n" onClick={() => setAdding(true)}>
      {texts.addPerson}
    </Button>
  )
  const importFile = mayChange && (
    <Button icon={<Icon name="upload" />} onClick={() => void navigate({ to: '/imports/new' })}>
      {texts.importFile}
    </Button>
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: other people were chosen from
  useEffect(() => setChoice(NOBODY_CHOSEN), [selection])
  return (
    <>
      <PageHead
        title={texts.title}
        aside={shownCount && <PeopleCount {...shownCount} />}
        actions={
          <>
            {mayChange && (
              <a className="btn quiet" href={exportOf(selection)} download>
                <Icon name="download" />
                {texts.exportShown}
              </a>
            )}
            {importFile}
            {add}
          </>
        }
      />
      <div className="page">
        <div className="toolbar">
          {seesPeople && (
            <DebouncedSearchField
              label={texts.search}
              value={q ?? ''}
              onChange={next => onView({ ...view, q: next || undefined })}
            />
          )}
          <ListChoice value={list} onChange={next => onView({ ...view, list: next })} />
          <FilterChoice value={filter} onChange={next => onView({ ...view, filter: next })} />
          <OrderField<PeopleSort | 'newest'>
            value={sort ?? 'newest'}
            choices={SORTS.map(value => ({ value, label: texts.sorts[value] }))}
            onChange={next => onView({ ...view, sort: next === 'newest' ? undefined : next })}
          />
          <ColumnsMenu
            columns={columns}
            onChange={next => onView({ ...view, columns: keepColumns(next) })}
          />
          <ViewsMenu view={view} columns={columns} onView={onView} />
        </div>
        <BulkProgress />
        {last?.tooShort && <p className="note">{texts.tooShort}</p>}
        {last?.unsorted && <p className="note">{texts.unsorted}</p>}
        {last?.behind && q && <p className="note">{texts.behind}</p>}
        {people.error && <Failure error={people.error} onRetry={() => void people.refetch()} />}
        {people.isPending && <LoadingRows onRetry={() => void people.refetch()} />}
        {first && rows.length === 0 && !more && !above && !last?.tooShort && (
          <EmptyState
            title={everybody ? texts.nobody : texts.noMatch}
            sentence={everybody ? texts.nobodyHint : texts.noMatchHint}
          >
            {everybody ? (
              <>
                {importFile}
                {add}
              </>
            ) : (
              <Button onClick={() => onView({ columns: view.columns, sort })}>
                {texts.showAll}
              </Button>
            )}
          </EmptyState>
        )}
        {first && (rows.length > 0 || more || above) && (
          <PeopleTable
            rows={rows}
            loaded={{
              row: first.row,
              count: rows.length,
              from: first.from,
              above,
              below: more,
              total: !q && !filter && !sort && count?.exact ? count.count : undefined,
            }}
            columns={columns}
            among={among}
            loading={people.isFetching}
            onMore={() => void people.fetchNextPage()}
            onAbove={() => void people.fetchPreviousPage()}
            onJump={onJump}
            {...(mayChange && { choice, onChoice: setChoice })}
          />
        )}
      </div>
      {mayChange && (
        <BulkBar
          choice={choice}
          loaded={rows}
          count={shownCount}
          selection={selection}
          onChoice={setChoice}
        />
      )}
      {adding && <AddPersonDialog listId={list} onClose={() => setAdding(false)} />}
    </>
  )
}

function PeopleCount({ count, exact }: { count: number; exact: boolean }) {
  const texts = useTexts('people')
  const { number } = useFormats()
  return exact ? texts.count(number(count)) : texts.atLeast(number(count))
}

interface ChoiceProps {
  value: number | undefined
  onChange(value: number | undefined): void
}

const numbered = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
})

function ListChoice({ value, onChange }: ChoiceProps) {
  const texts = useTexts('people')
  const { data = [] } = useLists()
  return (
    <ChoiceField
      label={texts.list}
      value={value === undefined ? '' : String(value)}
      choices={[{ value: '', label: texts.allLists }, ...data.map(numbered)]}
      onChange={next => onChange(Number(next) || undefined)}
    />
  )
}

function FilterChoice({ value, onChange }: ChoiceProps) {
  const texts = useTexts('people')
  const { data = [] } = useFilters()
  if (data.length === 0) return null
  return (
    <ChoiceField
      label={texts.allFilters}
      value={value === undefined ? '' : String(value)}
      choices={[{ value: '', label: texts.allFilters }, ...data.map(numbered)]}
      onChange={next => onChange(Number(next) || undefined)}
    />
  )
}
