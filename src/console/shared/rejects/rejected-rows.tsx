/** Rows of a file that were rejected: the first of them with their reasons, and all as a file. */
import { useState } from 'react'
import { csvCell } from '../../../lib/csv-cell.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

interface RejectedRow {
  line: number
  reason: string
  row: string
}

type ReadPage = (
  after: string | undefined,
) => Promise<{ items: readonly RejectedRow[]; next: string | null }>

/** All rows that are kept, as CSV, with their reasons as the service names them. */
export async function rejectsAsCsv(readPage: ReadPage): Promise<string> {
  const lines = ['line,reason,row']
  let after: string | undefined
  do {
    const page = await readPage(after)
    for (const { line, reason, row } of page.items)
      lines.push([String(line), reason, row].map(csvCell).join(','))
    after = page.next ?? undefined
  } while (after !== undefined)
  return `\ufeff${lines.join('\r\n')}\r\n`
}

export function RejectedRows(props: {
  rows: readonly RejectedRow[]
  /** Of the file. */
  name: string
  asCsv(): Promise<string>
}) {
  const texts = useTexts('imports')
  const reasons = useTexts('importReasons')
  const [failure, setFailure] = useState<unknown>()
  const save = async () => {
    try {
      saveFile(props.name, await props.asCsv())
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <section className="stack">
      <div className="section-head">
        <h2>{texts.rejects}</h2>
        <Button icon={<Icon name="download" />} onClick={() => void save()}>
          {texts.saveRejects}
        </Button>
      </div>
      {failure !== undefined && <Failure error={failure} />}
      <div className="scroll-x">
        <table>
          <thead>
            <tr>
              <th className="num">{texts.line}</th>
              <th>{texts.reason}</th>
              <th>{texts.row}</th>
            </tr>
          </thead>
          <tbody>
            {props.rows.map(({ line, reason, row }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several rows may stand on one line
              <tr key={at}>
                <td className="num">{line}</td>
                <td className="wrap">{reasons[reason] ?? reason}</td>
                <td className="wrap">
                  <bdi>{row}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
