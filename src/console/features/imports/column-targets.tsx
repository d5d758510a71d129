/** The columns of a file: target, options, and fill level of each. */
import { useState } from 'react'
import type { InspectionAnswer } from '../../../actions/imports/import-reading.ts'
import { useAllFields } from '../../api/fields.ts'
import { useRight } from '../../api/session.ts'
import { useNarrow } from '../../parts/narrow.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { NewFieldDialog } from '../../shared/fields/new-field.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { LEFT_OUT } from './first-rows.tsx'
import { ReadAs, usualReading } from './read-as.tsx'

/** No target: it asks for the field that is to be made. */
const NEW_FIELD = 'new field'

export const TARGETS = [
  ...(['email', 'name', 'first-name', 'last-name', 'format', 'country-code', 'phone'] as const),
  ...(['id', 'status', 'unsubscribed', 'opted-out', 'bounced', 'reason'] as const),
  ...(['consent-source', 'consent-date'] as const),
  ...(['measuring', 'measuring-at', 'measuring-words'] as const),
]

export function ColumnTargets(props: {
  file: InspectionAnswer
  columns: readonly string[]
  /** In the same order; null: as it stands. */
  readAs: readonly (string | null)[]
  /** In the same order, once they are counted. */
  misfits: readonly number[] | undefined
  onColumns(columns: string[], readAs: (string | null)[]): void
}) {
  const { file, columns, readAs, misfits, onColumns } = props
  const texts = useTexts('imports')
  const more = useTexts('importSources')
  const ownFields = useTexts('fields')
  const { number } = useFormats()
  const mayChange = useRight('people')
  const [making, setMaking] = useState<number>()
  // Then below the target, where it would have no column.
  const narrow = useNarrow()
  const { data: fields = [] } = useAllFields()
  const choices = [
    { value: LEFT_OUT, label: texts.leaveOut },
    ...TARGETS.map(value => ({ value, label: texts.targets[value] })),
    ...fields
      .filter(({ field, inUse, activated }) => columns.includes(field) || (inUse && activated))
      .map(({ field, name }) => ({ value: field, label: name })),
    ...(mayChange ? [{ value: NEW_FIELD, label: ownFields.newField }] : []),
  ]
  const typeOf = (target: string) => fields.find(({ field }) => field === target)?.type
  // A target holds one column: chosen again, the former gets none.
  const choose = (at: number, target: string, type = typeOf(target)) =>
    onColumns(
      columns.map((known, index) => {
        if (index === at) return target
        return known === target ? LEFT_OUT : known
      }),
      columns.map((_, index) =>
        index === at
          ? usualReading(target, file.seen[at]?.readAs ?? null, type)
          : (readAs[index] ?? null),
      ),
    )
  const read = (at: number, as: string | null) =>
    onColumns(
      [...columns],
      columns.map((_, index) => (index === at ? as : (readAs[index] ?? null))),
    )
  return (
    <section className="stack">
      <h2>
        {texts.mapping} <small className="faint">{texts.mappingHint}</small>
      </h2>
      <table className="column-targets">
        <thead>
          <tr>
            <th>{texts.column}</th>
            <th className="hide-s">{texts.firstValue}</th>
            <th>{texts.goesTo}</th>
            <th className="hide-s">{more.readAs}</th>
            <th className="num hide-s">{more.filled(number(file.rowsSeen))}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((target, at) => {
            const heading = file.headings[at] ?? `${at + 1}`
            const reading = (
              <ReadAs
                heading={heading}
                target={target}
                value={readAs[at] ?? null}
                seen={file.seen[at]}
                type={typeOf(target)}
                misfits={misfits?.[at]}
                onChange={as => read(at, as)}
              />
            )
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
              <tr key={at}>
                <td className={target === LEFT_OUT ? 'wrap faint' : 'wrap'}>
                  <code>
                    <bdi>{heading}</bdi>
                  </code>
                  <span className="only-s sub">
                    <bdi>{shortly(file.rows[0]?.[at])}</bdi>
                  </span>
                </td>
                <td className="wrap hide-s">
                  <bdi>{shortly(file.rows[0]?.[at])}</bdi>
                </td>
                <td>
                  <ChoiceField
                    label={`${texts.goesTo}: ${heading}`}
                    value={target}
                    choices={choices}
                    onChange={next => (next === NEW_FIELD ? setMaking(at) : choose(at, next))}
                  />
                  {narrow && <div className="read-below">{reading}</div>}
                </td>
                <td className="hide-s">{!narrow && reading}</td>
                <td className="num hide-s">{number(file.seen[at]?.filled ?? 0)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {making !== undefined && (
        <NewFieldDialog
          name={(file.hasHeaders && file.headings[making]) || ''}
          kind={kindSeen(file.seen[making])}
          onMade={({ field, type }) => choose(making, field, type)}
          onClose={() => setMaking(undefined)}
        />
      )}
    </section>
  )
}

const LONGEST = 60

const shortly = (text = ''): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** Days in any order, and amounts with a currency, are what a field may hold once they are read. */
function kindSeen(seen: InspectionAnswer['seen'][number] | undefined) {
  if (seen?.readAs?.endsWith('-first')) return 'date'
  return seen?.readAs?.startsWith('decimal') ? 'number' : (seen?.looksLike ?? 'text')
}
