/** The data fields of subscribers, beside name, address and telephone. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import { useAllFields, useFilledFields } from '../../api/fields.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { type FieldKind, kindOf } from '../../shared/fields/field-kind.ts'
import { NewFieldDialog } from '../../shared/fields/new-field.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { FieldDetails } from './field-details.tsx'
import './fields.css'

const page = getRouteApi('/fields')

const ICONS: Record<FieldKind, IconName> = {
  text: 'text',
  number: 'numbers',
  date: 'calendar',
  choice: 'bullets',
}

export function FieldsPage() {
  const texts = useTexts('fields')
  const { number } = useFigures()
  const { field: open } = page.useSearch()
  const navigate = useNavigate()
  const { data, error, refetch } = useAllFields()
  const filled = useFilledFields()
  const mayChange = useRight('people')
  const [adding, setAdding] = useState(false)
  const peopleOf = new Map(filled.data?.items.map(one => [one.number, one.people]))
  const shown = data?.filter(one => one.inUse || peopleOf.has(one.number))
  const usable = data?.filter(({ activated }) => activated).length ?? 0
  const show = (field: number | undefined) =>
    void navigate({
      to: '/fields',
      search: field === undefined ? {} : { field },
      replace: true,
    })
  const chosen = shown?.find(one => one.number === open)
  const add = mayChange && (
    <Button look="primary" icon={<Icon name="plus" />} hotkey="n" onClick={() => setAdding(true)}>
      {texts.newField}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={shown?.length !== 0 && add} />
      <div className={chosen ? 'page fields-page with-details' : 'page fields-page'}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !shown && <LoadingRows onRetry={() => void refetch()} />}
        {shown?.length === 0 && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {shown && shown.length > 0 && (
          <div className="stack">
            <p className="soft">{texts.about(number(shown.length), number(usable))}</p>
            {filled.error && <Failure error={filled.error} />}
            <FieldsTable
              fields={shown}
              people={filled.data?.people}
              peopleOf={peopleOf}
              chosen={open}
              onShow={show}
            />
            <p className="faint small">{texts.byNumber}</p>
          </div>
        )}
        {chosen && (
          <FieldDetails
            key={chosen.number}
            field={chosen}
            people={filled.data?.people}
            filled={filled.data && (peopleOf.get(chosen.number) ?? 0)}
            onClose={() => show(undefined)}
          />
        )}
      </div>
      {adding && (
        <NewFieldDialog onMade={made => show(made.number)} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

function FieldsTable(props: {
  fields: readonly FieldAnswer[]
  people: number | undefined
  peopleOf: ReadonlyMap<number, number>
  chosen: number | undefined
  onShow(field: number): void
}) {
  const texts = useTexts('fields')
  const { number } = useFigures()
  const { fields, people, peopleOf, chosen, onShow } = props
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th>{texts.holds}</th>
          <th className="num">{texts.filled}</th>
          <th className="hide-s">{texts.notes}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(field => {
          const count = peopleOf.get(field.number) ?? 0
          const kind = kindOf(field)
          return (
            <tr key={field.number} className={field.number === chosen ? 'chosen-row' : undefined}>
              <td className="strong wrap">
                <button
                  type="button"
                  className="link-button"
                  aria-pressed={field.number === chosen}
                  onClick={() => onShow(field.number)}
                >
                  <bdi>{field.name}</bdi>
                </button>
                {field.name !== field.field && (
                  <span className="sub">
                    <code>{field.field}</code>
                  </span>
                )}
              </td>
              <td className="nowrap">
                <span className="field-kind">
                  <Icon name={ICONS[kind]} />
                  {texts.kinds[kind]}
                </span>
              </td>
              <td className="num">
                {people === undefined ? '–' : number(count)}
                {people !== undefined && (
                  <progress aria-hidden="true" value={count} max={Math.max(people, 1)} />
                )}
              </td>
              <td className="hide-s">
                {field.searched && <span className="tag">{texts.searched}</span>}
                {!field.activated && <span className="tag">{texts.notActivated}</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
