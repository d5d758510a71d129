/** The columns of a file: target, options, and fill level of each. */
import { useState } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import type { InspectionAnswer } from '../../../actions/imports/imports.ts'
import { useAllFields } from '../../api/fields.ts'
import { useRight } from '../../api/session.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { NewFieldDialog } from '../../shared/fields/new-field.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { LEFT_OUT } from './first-rows.tsx'

/** No target: it asks for the field that is to be made. */
const NEW_FIELD = 'new field'

export const TARGETS = [
  ...(['email', 'name', 'first-name', 'last-name', 'format', 'country-code', 'phone'] as const),
  ...(['id', 'status', 'unsubscribed', 'opted-out', 'bounced', 'reason'] as const),
  ...(['consent-source', 'consent-date'] as const),
]

export function ColumnTargets(props: {
  file: InspectionAnswer
  columns: readonly string[]
  onColumns(columns: string[]): void
}) {
  const { file, columns, onColumns } = props
  const texts = useTexts('imports')
  const more = useTexts('importSources')
  const ownFields = useTexts('fields')
  const { number } = useFormats()
  const mayChange = useRight('people')
  const [making, setMaking] = useState<number>()
  const { data: fields = [] } = useAllFields()
  const choices = [
    { value: LEFT_OUT, label: texts.leaveOut },
    ...TARGETS.map(value => ({ value, label: texts.targets[value] })),
    ...fields
      .filter(({ field, inUse, activated }) => columns.includes(field) || (inUse && activated))
      .map(({ field, name }) => ({ value: field, label: name })),
    ...(mayChange ? [{ value: NEW_FIELD, label: ownFields.newField }] : []),
  ]
  // A target holds one column: chosen again, the former gets none.
  const choose = (at: number, target: string) =>
    onColumns(
      columns.map((known, index) => {
        if (index === at) return target
        return known === target ? LEFT_OUT : known
      }),
    )
  return (
    <section className="stack">
      <h2>
        {texts.mapping} <small className="faint">{texts.mappingHint}</small>
      </h2>
      <table>
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
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are their places
              <tr key={at}>
                <td className={target === LEFT_OUT ? 'wrap faint' : 'wrap'}>
                  <code>
                    <bdi>{heading}</bdi>
                  </code>
                  <span className="only-s sub">
                    <bdi>{file.rows[0]?.[at]}</bdi>
                  </span>
                </td>
                <td className="wrap hide-s">
                  <bdi>{file.rows[0]?.[at]}</bdi>
                </td>
                <td>
                  <ChoiceField
                    label={`${texts.goesTo}: ${heading}`}
                    value={target}
                    choices={choices}
                    onChange={next => (next === NEW_FIELD ? setMaking(at) : choose(at, next))}
                  />
                </td>
                <td className="hide-s">
                  {target !== LEFT_OUT && (
                    <ReadAs
                      type={fields.find(({ field }) => field === target)?.type ?? 'text'}
                      looksLike={file.seen[at]?.looksLike}
                    />
                  )}
                </td>
                <td className="num hide-s">{number(file.seen[at]?.filled ?? 0)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {making !== undefined && (
        <NewFieldDialog
          name={(file.hasHeaders && file.headings[making]) || ''}
          kind={file.seen[making]?.looksLike ?? 'text'}
          onMade={({ field }) => choose(making, field)}
          onClose={() => setMaking(undefined)}
        />
      )}
    </section>
  )
}

type FieldType = FieldAnswer['type']

/** The type of the target; marked where values of the file are not of it. */
function ReadAs({ type, looksLike }: { type: FieldType; looksLike: FieldType | undefined }) {
  const { types, notAll } = useTexts('importSources')
  const fits = type === 'text' || looksLike === type
  return (
    <span className={fits ? 'soft' : 't-deferred'}>
      {types[type]}
      {!fits && <span className="sub">{notAll}</span>}
    </span>
  )
}
