/** The subscribers: search, list, filter and columns stand in the address. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useFilters } from '../../api/filters.ts'
import { isKept } from '../../api/kept.ts'
import { useLists } from '../../api/lists.ts'
import { exportOf, usePeople, usePeopleCount } from '../../api/people.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { ChoiceField, SearchField } from '../../parts/toolbar.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'
import { ADDED_PERSON, AddPersonDialog } from './add-person.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { NOBODY_CHOSEN, type PeopleChoice } from './choice.ts'
import { keepColumns, readColumns } from './columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { PeopleTable } from './people-table.tsx'
import type { PeopleView } from './people-view.ts'
import { ViewsMenu } from './views-menu.tsx'

/** Typing asks for nothing before it rests so long. */
const REST_MILLIS = 200

export function SubscribersPage() {
  const texts = useTextsOf(peopleTexts)
  const view: PeopleView = useSearch({ strict: false })
  const navigate = useNavigate()
  const onView = (next: PeopleView) =>
    void navigate({ to: '/subscribers', search: next, replace: true })
  const { q, list, filter } = view
  const selection = useMemo(
    () => ({ ...(q && { q }), ...(list && { list }), ...(filter && { filter }) }),
    [q, list, filter],
  )
  const people = usePeople(selection)
  const mayChange = useRight('people')
  const [choice, setChoice] = useState<PeopleChoice>(NOBODY_CHOSEN)
  const [adding, setAdding] = useState(() => isKept(ADDED_PERSON))
  const columns = readColumns(view.columns)
  const rows = useMemo(() => people.data?.pages.flatMap(page => page.items) ?? [], [people.data])
  const everybody = Object.keys(selection).length === 0
  const last = people.data?.pages.at(-1)
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
        aside={<PeopleCount selection={selection} />}
        actions={
          <>
            {importFile}
            {add}
          </>
        }
      />
      <div className="page">
        <div className="toolbar">
          <SearchText
            value={q ?? ''}
            onChange={next => onView({ ...view, q: next || undefined })}
          />
          <ListChoice value={list} onChange={next => onView({ ...view, list: next })} />
          <FilterChoice value={filter} onChange={next => onView({ ...view, filter: next })} />
          <ColumnsMenu
            columns={columns}
            onChange={next => onView({ ...view, columns: keepColumns(next) })}
          />
          <ViewsMenu view={view} columns={columns} onView={onView} />
          {mayChange && (
            <a className="btn quiet" href={exportOf(selection)} download>
              <Icon name="download" />
              {texts.exportShown}
            </a>
          )}
        </div>
        <BulkProgress />
        {last?.tooShort && <p className="note">{texts.tooShort}</p>}
        {last?.behind && q && <p className="note">{texts.behind}</p>}
        {people.error && <Failure error={people.error} onRetry={() => void people.refetch()} />}
        {people.isPending && <LoadingRows onRetry={() => void people.refetch()} />}
        {people.data && rows.length === 0 && !people.hasNextPage && !last?.tooShort && (
          <EmptyState
            title={everybody ? texts.nobody : texts.noMatch}
            sentence={everybody ? texts.nobodyHint : texts.noMatchHint}
            {...(everybody && { command: 'pennypost import add FILE --list ID' })}
          >
            {everybody ? (
              <>
                {importFile}
                {add}
              </>
            ) : (
              <Button onClick={() => onView({ columns: view.columns })}>{texts.showAll}</Button>
            )}
          </EmptyState>
        )}
        {(rows.length > 0 || people.hasNextPage) && (
          <PeopleTable
            rows={rows}
            columns={columns}
            among={selection}
            more={people.hasNextPage}
            loading={people.isFetching}
            onMore={() => void people.fetchNextPage()}
            {...(mayChange && { choice, onChoice: setChoice })}
          />
        )}
      </div>
      {mayChange && (
        <BulkBar choice={choice} loaded={rows} selection={selection} onChoice={setChoice} />
      )}
      {adding && <AddPersonDialog listId={list} onClose={() => setAdding(false)} />}
    </>
  )
}

function PeopleCount({ selection }: { selection: PeopleView }) {
  const texts = useTextsOf(peopleTexts)
  const { number } = useFormats()
  const { data } = usePeopleCount(selection)
  // What is searched is not counted: it would take as long as reading it.
  if (!data || selection.q) return null
  const count = number(data.count)
  return data.exact ? texts.count(count) : texts.atLeast(count)
}

function SearchText({ value, onChange }: { value: string; onChange(value: string): void }) {
  const texts = useTextsOf(peopleTexts)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts it
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), REST_MILLIS)
    return () => clearTimeout(timer)
  }, [typed])
  return <SearchField label={texts.search} value={typed} onChange={setTyped} />
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
  const texts = useTextsOf(peopleTexts)
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
  const texts = useTextsOf(peopleTexts)
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
