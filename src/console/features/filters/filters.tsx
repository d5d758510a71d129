/** The filters of the account. */

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { FilterAnswer, FilterCondition } from '../../../actions/filters/filters.ts'
import { useFilterCount, useFilters, useFilterUses } from '../../api/filters.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { READY } from './ready.ts'
import { useSentences } from './use-sentence.ts'
import './filters.css'

export function FiltersPage() {
  const texts = useTexts('filters')
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useFilters()
  const mayChange = useRight('people')
  const { q = '' } = useSearch({ from: '/filters' })
  const search = (next: string) =>
    void navigate({ to: '/filters', search: next === '' ? {} : { q: next }, replace: true })
  const wanted = q.toLowerCase()
  const sentence = useSentences(data?.map(({ condition }) => condition) ?? [])
  const found = data?.filter(({ name, where, condition }) =>
    `${name} ${where} ${sentence(condition) ?? ''}`.toLowerCase().includes(wanted),
  )
  const add = mayChange && (
    <Button
      look="primary"
      icon={<Icon name="plus" />}
      hotkey="n"
      onClick={() => void navigate({ to: '/filters/$id', params: { id: 'new' } })}
    >
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={data?.length !== 0 && add} />
      <div className="page">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <div className="toolbar">
            <SearchField label={texts.search} value={q} onChange={search} />
          </div>
        )}
        {data && data.length > 0 && found?.length === 0 && (
          <EmptyState title={texts.noneFound} sentence={texts.noneFoundHint}>
            <Button onClick={() => search('')}>{texts.showAll}</Button>
          </EmptyState>
        )}
        {found && found.length > 0 && <FiltersTable rows={found} sentence={sentence} />}
        {data && mayChange && <ReadyFilters />}
      </div>
    </>
  )
}

function FiltersTable(props: {
  rows: readonly FilterAnswer[]
  sentence(condition: FilterCondition): string | undefined
}) {
  const texts = useTexts('filters')
  return (
    <table className="filters-table">
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th className="hide-s">{texts.condition}</th>
          <th className="num">{texts.people}</th>
          <th className="hide-s">{texts.usedBy}</th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map(filter => (
          <FilterRow
            key={filter.id}
            filter={filter}
            words={props.sentence(filter.condition) ?? filter.where}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Its people are counted, and its uses found, once it is seen. */
function FilterRow({ filter, words }: { filter: FilterAnswer; words: string }) {
  const texts = useTexts('filters')
  const { number } = useFormats()
  const { id, name } = filter
  const { box, seen } = useSeen()
  const { data: count } = useFilterCount(id, seen)
  const { data: uses } = useFilterUses(id, seen)
  return (
    <tr ref={box}>
      <td className="strong wrap">
        <Link to="/filters/$id" params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
        <span className="only-s sub">
          <bdi>{words}</bdi>
        </span>
      </td>
      <td className="wrap hide-s soft">
        <bdi>{words}</bdi>
      </td>
      <td className="num">
        {count && (
          <Link to="/subscribers" search={{ filter: id }}>
            {number(count.matching)}
          </Link>
        )}
      </td>
      <td className="wrap hide-s soft">
        {uses?.length === 0 && texts.notUsed}
        {uses && uses.length > 0 && (
          <bdi title={uses.map(use => use.name).join(', ')}>
            {uses.length === 1 ? uses[0]!.name || texts.uses('1') : texts.uses(number(uses.length))}
          </bdi>
        )}
      </td>
    </tr>
  )
}

/** Whether a row has been on the screen. */
function useSeen() {
  const box = useRef<HTMLTableRowElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const views = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      views.disconnect()
      setSeen(true)
    })
    views.observe(box.current!)
    return () => views.disconnect()
  }, [])
  return { box, seen }
}

function ReadyFilters() {
  const texts = useTexts('filters')
  return (
    <section className="stack ready-filters">
      <h2>{texts.ready}</h2>
      <ul className="plain">
        {READY.map(ready => (
          <li key={ready}>
            <Link to="/filters/$id" params={{ id: 'new' }} search={{ ready }} className="strong">
              {texts.readyFilters[ready].name}
            </Link>
            <span className="soft small">{texts.readyFilters[ready].about}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
