/**
 * The first rows of a file under the columns of the mapping, with the outcome of each; values as
 * they would be stored, once that is known.
 */
import { useState } from 'react'
import type { InspectionAnswer } from '../../../actions/imports/import-reading.ts'
import type { DryRunAnswer } from '../../../actions/imports/import-trials.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/language.tsx'

export const LEFT_OUT = '-'

const MARKS = { new: '+', changed: '~', joined: '+', unchanged: '=', repeated: '=', rejected: '×' }

export function FirstRows(props: {
  file: InspectionAnswer
  columns: readonly string[]
  /** The target of a column, in words. */
  nameOf(target: string): string
  trial: DryRunAnswer | undefined
}) {
  const { file, columns, nameOf, trial } = props
  const texts = useTexts('imports')
  const more = useTexts('importSources')
  const reasons = useTexts('importReasons')
  const [only, setOnly] = useState<'all' | 'problems'>('all')
  // An XML file names its own columns: then no column is left out.
  const mapped = file.kind === 'xml' ? [] : columns
  const shown = file.headings.map((_, at) => at).filter(at => mapped[at] !== LEFT_OUT)
  const fates = trial?.first.length === file.rows.length ? trial.first : undefined
  const rows = file.rows.map((cells, at) => ({ at, cells, fate: fates?.[at] }))
  const rejected = rows.filter(({ fate }) => fate?.reason)
  const listed = only === 'all' ? rows : rejected
  return (
    <section className="stack">
      <div className="section-head">
        <h2>{texts.preview}</h2>
        {fates && (
          <Tabs<'all' | 'problems'>
            label={texts.preview}
            value={only}
            choices={[
              { value: 'all', label: more.allRows },
              { value: 'problems', label: more.onlyProblems(rejected.length) },
            ]}
            onChange={setOnly}
          />
        )}
      </div>
      {listed.length === 0 && <p className="soft">{more.noProblems}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      <section className="scroll-x first-rows" tabIndex={0} aria-label={texts.preview}>
        <table className="people">
          <thead>
            <tr>
              {fates && <th>{more.fate}</th>}
              {shown.map(at => (
                <th key={at}>
                  <bdi>{mapped[at] === undefined ? file.headings[at] : nameOf(mapped[at])}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map(({ at, cells, fate }) => (
              <tr key={at} className={fate?.reason ? 'rejected' : ''}>
                {fates && (
                  <td>
                    {fate?.reason ? (
                      <span className="fate">× {reasons[fate.reason] ?? fate.reason}</span>
                    ) : (
                      <span className={`fate ${fate?.fate ?? ''}`}>
                        {fate?.fate && `${MARKS[fate.fate]} ${more.fates[fate.fate]}`}
                      </span>
                    )}
                  </td>
                )}
                {shown.map(column => (
                  <td key={column}>
                    <Cell
                      value={fate?.read[mapped[column] ?? ''] ?? cells[column]}
                      change={changeOf(fate, mapped[column])}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

type Change = NonNullable<DryRunAnswer['first'][number]>['changes'][number]

/** The change of a column. */
const changeOf = (row: DryRunAnswer['first'][number] | undefined, column: string | undefined) =>
  row?.changes.find(change => change.column === column && change.before !== '')

function Cell({ value, change }: { value: string | undefined; change: Change | undefined }) {
  const { before } = useTexts('importSources')
  return (
    <>
      {change && (
        <del className="faint">
          <span className="sr">{before}: </span>
          <bdi className="cell">{change.before}</bdi>
        </del>
      )}{' '}
      <bdi className="cell">{value}</bdi>
    </>
  )
}
