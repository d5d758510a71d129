/** The mapping of columns: a guess for each, to be corrected before the start. */
import './imports.css'
import { useMemo } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import type { InspectionAnswer } from '../../../actions/imports/import-reading.ts'
import { useAllFields } from '../../api/fields.ts'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useRested } from '../../api/rested.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { type FileReading, useInspection, useStartImport, useTrial } from './calls.ts'
import { ColumnTargets, type TARGETS } from './column-targets.tsx'
import { FirstRows } from './first-rows.tsx'
import { usualReading } from './read-as.tsx'
import { ReadingFields, SheetFields } from './reading-fields.tsx'
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
  const { data: fields } = useAllFields()
  if (error)
    return (
      <div className="stack">
        <Failure error={error} onRetry={() => void refetch()} />
        <ReadingFields value={reading} onChange={setReading} />
      </div>
    )
  if (!data || !fields || isFetching) return <LoadingRows onRetry={() => void refetch()} />
  return (
    <Mapping
      key={JSON.stringify(reading)}
      importId={importId}
      file={data}
      fields={fields}
      reading={reading}
      onReading={setReading}
      mayStart={mayStart}
    />
  )
}

/** What the names and values of the columns say. */
const guessed = ({ columns, seen }: InspectionAnswer, fields: readonly FieldAnswer[]) => ({
  columns,
  readAs: columns.map((column, at) => {
    const type = fields.find(({ field }) => field === column)?.type
    return usualReading(column, seen[at]?.readAs ?? null, type)
  }),
})

function Remembered(props: { from: NonNullable<InspectionAnswer['remembered']>; onGuess(): void }) {
  const { from, onGuess } = props
  const texts = useTexts('importSources')
  const { day } = useFormats()
  return (
    <p className="note">
      <span>
        {texts.asIn(day(from.created))} <bdi>{from.name}</bdi>
      </span>
      <Button onClick={onGuess}>{texts.guessAgain}</Button>
    </p>
  )
}

function Mapping(props: {
  importId: number
  file: InspectionAnswer
  fields: readonly FieldAnswer[]
  reading: FileReading
  onReading(reading: FileReading): void
  mayStart: boolean
}) {
  const { importId, file, fields, reading, onReading, mayStart } = props
  const texts = useTexts('imports')
  const more = useTexts('importSources')
  const toast = useToast()
  const start = useStartImport(importId)
  const kept = `${keptReading(importId)}.${JSON.stringify(reading)}`
  const known = file.remembered
  const [{ columns, readAs }, setChosen] = useKept(
    kept,
    known ? { columns: known.columns, readAs: known.readAs } : guessed(file, fields),
  )
  const byName = file.kind === 'xml'
  const complete = byName || columns.includes('email')
  const body = useMemo(
    () => (byName ? reading : { ...reading, columns, readAs }),
    [byName, reading, columns, readAs],
  )
  const tried = useRested(body, REST_MILLIS)
  const trial = useTrial(importId, tried, mayStart && complete)
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
        {file.kind === 'xlsx' && <SheetFields file={file} value={reading} onChange={onReading} />}
        {!byName && known && (
          <Remembered from={known} onGuess={() => setChosen(guessed(file, fields))} />
        )}
        {!byName && (
          <ColumnTargets
            file={file}
            columns={columns}
            readAs={readAs}
            misfits={trial.data?.misfits}
            onColumns={(next, reading) => setChosen({ columns: next, readAs: reading })}
          />
        )}
        <FirstRows
          file={file}
          columns={columns}
          nameOf={nameOf}
          trial={complete && !trial.isPlaceholderData ? trial.data : undefined}
        />
      </div>
      <aside className="card stack import-sums">
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
