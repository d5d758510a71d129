/** The mapping of columns: a guess for each, to be corrected before the start. */
import { useMemo } from 'react'
import type { InspectionAnswer } from '../../../actions/imports/imports.ts'
import { useAllFields } from '../../api/fields.ts'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useRested } from '../../api/rested.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'
import {
  type FileCharset,
  type FileReading,
  useInspection,
  useStartImport,
  useTrial,
} from './calls.ts'
import { ColumnTargets, type TARGETS } from './column-targets.tsx'
import { FirstRows } from './first-rows.tsx'
import { Trial } from './trial.tsx'

/** Columns that say who gets no emails. */
const CONSENT = ['status', 'unsubscribed', 'opted-out', 'bounced']
/** A mapping is tried when it rests so long. */
const REST_MILLIS = 600

/** The key of the persisted form. */
const keptReading = (importId: number): string => `import.${importId}`

export function FileMapping({ importId, mayStart }: { importId: number; mayStart: boolean }) {
  const [reading, setReading] = useKept<FileReading>(keptReading(importId), {})
  const { data, error, isFetching, refetch } = useInspection(importId, reading)
  if (error)
    return (
      <div className="stack">
        <Failure error={error} onRetry={() => void refetch()} />
        <ReadingFields value={reading} onChange={setReading} />
      </div>
    )
  if (!data || isFetching) return <LoadingRows onRetry={() => void refetch()} />
  return (
    <Mapping
      key={JSON.stringify(reading)}
      importId={importId}
      file={data}
      reading={reading}
      onReading={setReading}
      mayStart={mayStart}
    />
  )
}

function Mapping(props: {
  importId: number
  file: InspectionAnswer
  reading: FileReading
  onReading(reading: FileReading): void
  mayStart: boolean
}) {
  const { importId, file, reading, onReading, mayStart } = props
  const texts = useTexts('imports')
  const more = useTexts('importSources')
  const toast = useToast()
  const start = useStartImport(importId)
  const kept = `${keptReading(importId)}.${JSON.stringify(reading)}`
  const [columns, setColumns] = useKept(kept, file.columns)
  const byName = file.kind === 'xml'
  const complete = byName || columns.includes('email')
  const body = useMemo(
    () => (byName ? reading : { ...reading, columns }),
    [byName, reading, columns],
  )
  const tried = useRested(body, REST_MILLIS)
  const trial = useTrial(importId, tried, mayStart && complete && file.kind !== 'xlsx')
  const { data: fields = [] } = useAllFields()
  const nameOf = (target: string) =>
    texts.targets[target as (typeof TARGETS)[number]] ??
    fields.find(({ field }) => field === target)?.name ??
    target
  const begin = () => {
    const onSuccess = () => {
      for (const name of [keptReading(importId), kept]) forgetKept(name)
      toast({ text: texts.started })
    }
    start.mutate(body, { onSuccess })
  }
  return (
    <div className="mapping">
      <div className="stack wide">
        {file.kind === 'csv' && (
          <ReadingFields
            value={{
              ...(file.charset && { charset: file.charset }),
              delimiter: file.delimiter,
              hasHeaders: file.hasHeaders,
              ...reading,
            }}
            onChange={onReading}
          />
        )}
        {file.sheets.length > 1 && (
          <SheetField sheets={file.sheets} value={reading} onChange={onReading} />
        )}
        {!byName && <ColumnTargets file={file} columns={columns} onColumns={setColumns} />}
        <FirstRows
          file={file}
          columns={columns}
          nameOf={nameOf}
          trial={complete && !trial.isPlaceholderData ? trial.data : undefined}
        />
      </div>
      <aside className="card stack">
        <h2>{texts.whatHappens}</h2>
        {complete && (
          <Trial
            importId={importId}
            body={body}
            data={trial.data}
            error={trial.error}
            busy={trial.isFetching}
          />
        )}
        {file.kind === 'xlsx' && <p className="soft small">{more.noTrial}</p>}
        <ul>
          {texts.happens.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {start.error && <Failure error={start.error} />}
        {!complete && <p className="note warn">{texts.needsAddress}</p>}
        {columns.some(column => CONSENT.includes(column)) && (
          <p className="note warn">{more.touchesConsent}</p>
        )}
        {mayStart && (
          <Button look="primary" busy={start.isPending || !complete} onClick={begin}>
            {texts.start}
          </Button>
        )}
      </aside>
    </div>
  )
}

function SheetField(props: {
  sheets: string[]
  value: FileReading
  onChange(reading: FileReading): void
}) {
  const { sheets, value, onChange } = props
  const texts = useTexts('importSources')
  const { sheet = '', ...rest } = value
  return (
    <div className="toolbar">
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
    </div>
  )
}

function ReadingFields(props: { value: FileReading; onChange(reading: FileReading): void }) {
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
