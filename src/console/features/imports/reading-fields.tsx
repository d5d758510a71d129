/** How the file is read: characters and delimiter of a text, sheet and heading row of another. */
import type { InspectionAnswer } from '../../../actions/imports/import-reading.ts'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { FileCharset, FileReading } from './calls.ts'

/** Characters of a row that a choice shows. */
const MOST_SHOWN = 60

/** Of a spreadsheet: the sheet, and the row with the names of the columns. */
export function SheetFields(props: {
  file: InspectionAnswer
  value: FileReading
  onChange(reading: FileReading): void
}) {
  const { file, value, onChange } = props
  const { sheets, above } = file
  const imports = useTexts('imports')
  const texts = useTexts('importSources')
  const { sheet = '', headingRow: _, ...rest } = value
  return (
    <section className="stack">
      <h2>
        {imports.reading} <small className="faint">{imports.readingHint}</small>
      </h2>
      <div className="toolbar">
        {sheets.length > 1 && (
          <span className="labelled">
            {texts.sheet}
            <ChoiceField
              label={texts.sheet}
              value={sheet}
              choices={[
                { value: '', label: texts.firstSheet },
                ...sheets.map(name => ({ value: name, label: name })),
              ]}
              onChange={next => onChange(next === '' ? rest : { ...rest, sheet: next })}
            />
          </span>
        )}
        <span className="labelled">
          {texts.headingRow}
          <ChoiceField
            label={texts.headingRow}
            value={file.hasHeaders ? String(file.headingRow) : ''}
            choices={[
              ...above.map(({ line, text }) => ({
                value: String(line),
                label: `${line}: ${text.slice(0, MOST_SHOWN)}`,
              })),
              { value: '', label: texts.noHeadings },
            ]}
            onChange={next =>
              onChange(
                next === ''
                  ? { ...value, hasHeaders: false }
                  : { ...value, hasHeaders: true, headingRow: Number(next) },
              )
            }
          />
        </span>
      </div>
    </section>
  )
}

export function ReadingFields(props: { value: FileReading; onChange(reading: FileReading): void }) {
  const { value, onChange } = props
  const texts = useTexts('imports')
  const more = useTexts('importSources')
  const { charset = 'utf-8', delimiter = ',', hasHeaders = true } = value
  return (
    <section className="stack">
      <h2>
        {texts.reading} <small className="faint">{texts.readingHint}</small>
      </h2>
      <div className="toolbar">
        <span className="labelled">
          {more.charset}
          <ChoiceField
            label={more.charset}
            value={charset}
            choices={Object.entries(more.charsets).map(([name, label]) => ({
              value: name,
              label,
            }))}
            onChange={next => onChange({ ...value, charset: next as FileCharset })}
          />
        </span>
        <span className="labelled">
          {texts.delimiter}
          <ChoiceField
            label={texts.delimiter}
            value={delimiter}
            choices={Object.entries(texts.delimiters).map(([sign, label]) => ({
              value: sign,
              label,
            }))}
            onChange={next => onChange({ ...value, delimiter: next })}
          />
        </span>
        <span className="labelled">
          {texts.firstRow}
          <ChoiceField
            label={texts.firstRow}
            value={String(hasHeaders)}
            choices={[
              { value: 'true', label: texts.firstRowNames },
              { value: 'false', label: texts.firstRowValues },
            ]}
            onChange={next => onChange({ ...value, hasHeaders: next === 'true' })}
          />
        </span>
      </div>
    </section>
  )
}
