/** One filter: rules and condition side by side, with its matches while it is edited. */

import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { FilterAnswer } from '../../../actions/filters/filters.ts'
import { ApiFailure, type TaggedAnswer } from '../../api/client.ts'
import { type EditedValues, isStale, useEdited } from '../../api/edited.ts'
import {
  type FilterUse,
  filterRemoval,
  useFilter,
  useFilterUses,
  useMatches,
  useNarrowing,
  useSaveFilter,
} from '../../api/filters.ts'
import { useRemoval } from '../../api/removal.ts'
import { useRested } from '../../api/rested.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea, TextField } from '../../parts/fields.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { useSaid } from '../../parts/said.ts'
import { StaleNote } from '../../parts/stale-note.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ObjectHistory } from '../../shared/audit/audit-table.tsx'
import { ConditionRules } from '../../shared/conditions/condition-rules.tsx'
import { type Catalogue, useTexts } from '../../texts/language.tsx'
import { MatchingCount, Samples } from './matching-people.tsx'
import { READY_WORDS, type ReadyFilter } from './ready.ts'
import './filters.css'

/** Typing asks for nothing before it rests so long. */
const REST_MILLIS = 400
const LONGEST = 20_000

const valuesOf = ({ name, where }: FilterAnswer): EditedValues => ({ name, where })

export function FilterPage() {
  const texts = useTexts('filters')
  const { id } = useParams({ from: '/filters/$id' })
  const { ready } = useSearch({ from: '/filters/$id' })
  const known = id === 'new' ? undefined : Number(id)
  const { data, error, refetch } = useFilter(known)
  if (known !== undefined && !data)
    return (
      <UnreadPage
        title={texts.title}
        above={<Link to="/filters">{texts.back}</Link>}
        error={error}
        onRetry={refetch}
      />
    )
  return <FilterEditor key={`${id} ${ready}`} filter={data} ready={ready} />
}

function FilterEditor(props: {
  filter: TaggedAnswer<FilterAnswer> | undefined
  ready: ReadyFilter | undefined
}) {
  const { filter, ready } = props
  const texts = useTexts('filters')
  const said = useSaid()
  const navigate = useNavigate()
  const toast = useToast()
  const mayChange = useRight('people')
  const id = filter?.value.id
  const offered = {
    name: ready ? texts.readyFilters[ready].name : '',
    where: ready ? READY_WORDS[ready] : '',
  }
  const edited = useEdited(`filter.${id ?? ready ?? 'new'}`, {
    values: filter ? valuesOf(filter.value) : offered,
    tag: filter?.tag ?? '',
  })
  const { name = '', where = '' } = edited.values
  const setName = (next: string) => edited.set('name', next)
  const setWhere = (next: string) => edited.set('where', next)
  const rested = useRested(where, REST_MILLIS)
  const matches = useMatches(rested)
  const counting = matches.isPlaceholderData || rested !== where
  const narrowing = useNarrowing(rested, matches.data !== undefined && !matches.isPlaceholderData)
  const save = useSaveFilter(id, edited.tag)
  const remove = useRemoval(filterRemoval(id ?? 0))
  const again = useSaveFilter(undefined, '')
  const latest = useFilter(id)
  const stale = isStale(save.error)
  const busy = save.isPending || stale
  const submit = () => {
    if (busy) return
    const onSuccess = () => {
      edited.done()
      toast({ text: texts.saved })
      void navigate({ to: '/filters' })
    }
    save.mutate({ name, where }, { onSuccess })
  }
  const takeOver = async () => {
    const { data } = await latest.refetch()
    if (data) edited.takeOver({ values: valuesOf(data.value), tag: data.tag })
    save.reset()
  }
  return (
    <>
      <PageHead
        title={filter?.value.name ?? texts.newTitle}
        above={<Link to="/filters">{texts.back}</Link>}
        actions={
          mayChange && (
            <>
              {id !== undefined && (
                <Button
                  look="quiet"
                  busy={remove.isPending || remove.isSuccess}
                  onClick={() =>
                    remove.mutate(undefined, {
                      onSuccess() {
                        const undo = () => again.mutate(valuesOf(filter!.value) as never)
                        edited.done()
                        toast({ text: texts.removed, undo })
                        void navigate({ to: '/filters' })
                      },
                    })
                  }
                >
                  {texts.remove}
                </Button>
              )}
              <Button look="primary" busy={busy} onClick={submit}>
                {texts.save}
              </Button>
            </>
          )
        }
      />
      <div className="page filter-page">
        <div className="stack wide">
          {stale && <StaleNote onTakeOver={() => void takeOver()} />}
          {save.error && !stale && <Failure error={save.error} />}
          {remove.error && <Failure error={remove.error} />}
          <TextField label={texts.name} value={name} onChange={setName} maxLength={200} />
          <ConditionRules
            rules={counting ? undefined : matches.data?.rules}
            counts={{
              counted: where.trim() === '' ? undefined : matches.data,
              narrowing: where.trim() === '' ? undefined : narrowing.data,
            }}
            where={where}
            mayChange={mayChange}
            onRetry={matches.isLoading ? () => void matches.refetch() : undefined}
            onWhere={setWhere}
          />
          {id !== undefined && <ObjectHistory kind="filter" id={id} />}
        </div>
        <aside className="card stack">
          {where.trim() !== '' && matches.data && !matches.error && (
            <MatchingCount
              matches={matches.data}
              filterId={where === filter?.value.where ? id : undefined}
              busy={counting}
            />
          )}
          <TextArea
            label={texts.words}
            hint={texts.wordsHint}
            value={where}
            problem={where.trim() === '' ? undefined : problemOf(matches.error, texts, said)}
            maxLength={LONGEST}
            onChange={setWhere}
          />
          {where.trim() !== '' && matches.data && <Samples matches={matches.data} />}
          <Uses id={id} />
        </aside>
      </div>
    </>
  )
}

/** A place in the words is given in words of the page. */
function problemOf(
  error: Error | null,
  texts: Catalogue['filters'],
  said: (error: unknown) => string,
): string | undefined {
  if (error === null) return undefined
  if (!(error instanceof ApiFailure) || !error.at) return said(error)
  return texts.wordsWrong(String(error.at.column), String(error.at.line))
}

function Uses({ id }: { id: number | undefined }) {
  const texts = useTexts('filters')
  const { data } = useFilterUses(id)
  if (!data) return null
  return (
    <>
      <h2>{texts.usedBy}</h2>
      {data.length === 0 && <p className="soft small">{texts.notUsed}</p>}
      <ul>
        {data.map(use => (
          <li key={`${use.kind} ${use.id}`} className="wrap">
            <UseLink use={use} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Newsletters and sendings have a page. */
function UseLink({ use }: { use: FilterUse }) {
  const texts = useTexts('filters')
  const id = String(use.id)
  const words = (
    <>
      {texts.kinds[use.kind]} {id} <bdi>{use.name}</bdi>
    </>
  )
  if (use.kind === 'trigger') return words
  return (
    <Link to={use.kind === 'sending' ? '/sendings/$id' : '/newsletters/$id'} params={{ id }}>
      {words}
    </Link>
  )
}
