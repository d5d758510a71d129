/** One import: the content of its file before the start, then its progress. */
import { Link, useParams } from '@tanstack/react-router'
import type { ImportAnswer } from '../../../actions/imports/imports.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { RejectedRows, rejectsAsCsv } from '../../shared/rejects/rejected-rows.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { readRejects, useImport, useRejects, useUndoImport } from './calls.ts'
import { ImportStateWords } from './imports.tsx'
import { FileMapping } from './mapping.tsx'
import './imports.css'

export function ImportPage() {
  const texts = useTexts('imports')
  const { id } = useParams({ from: '/imports/$id' })
  const { data, error, refetch } = useImport(Number(id))
  const mayChange = useRight('people')
  const above = <Link to="/imports">{texts.back}</Link>
  if (!data) return <UnreadPage title={id} above={above} error={error} onRetry={refetch} />
  return (
    <>
      <PageHead
        title={data.name || data.url || id}
        above={above}
        aside={<ImportStateWords row={data} />}
        actions={mayChange && data.state === 'completed' && !data.undone && <Undo row={data} />}
      />
      <div className="page">
        {data.state === 'uploaded' ? (
          <FileMapping importId={data.id} mayStart={mayChange} />
        ) : (
          <Progress row={data} />
        )}
      </div>
    </>
  )
}

function Undo({ row }: { row: ImportAnswer }) {
  const texts = useTexts('imports')
  const toast = useToast()
  const undo = useUndoImport(row.id)
  return (
    <>
      {undo.error && <Failure error={undo.error} />}
      <span className="faint small hide-s">{texts.undoAsks}</span>
      <Button
        icon={<Icon name="undo" />}
        busy={undo.isPending}
        onClick={() => undo.mutate(undefined, { onSuccess: () => toast({ text: texts.undoDone }) })}
      >
        {texts.undo}
      </Button>
    </>
  )
}

function Progress({ row }: { row: ImportAnswer }) {
  const troubleWords = useTroubleWords()
  const texts = useTexts('imports')
  const { number } = useFormats()
  const results = ['inserted', 'updated', 'unchanged', 'subscribed', 'repeated', 'ignored'] as const
  return (
    <div className="stack wide">
      {row.trouble && (
        <p className="note bad" role="alert">
          <span className="wrap">{troubleWords(row)}</span>
        </p>
      )}
      {(row.state === 'working' || row.state === 'waiting') && (
        <div role="status">
          {texts.progress}
          <progress aria-label={texts.progress} />
        </div>
      )}
      <dl className="figures">
        <div>
          <dt>{texts.rows}</dt>
          <dd>{number(row.rows)}</dd>
        </div>
        {results.map(key => (
          <div key={key}>
            <dt>{texts[key]}</dt>
            <dd>{number(row[key])}</dd>
          </div>
        ))}
        <div className={row.rejected > 0 ? 'bad' : ''}>
          <dt>{texts.rejected}</dt>
          <dd>{number(row.rejected)}</dd>
        </div>
      </dl>
      {row.undo && (
        <p className="note">
          <span>
            {texts.undoneResult(
              number(row.undo.removed),
              number(row.undo.restored),
              number(row.undo.stayed),
            )}
            {row.undo.changedSince > 0 && ` ${texts.undoneSince(number(row.undo.changedSince))}`}
          </span>
        </p>
      )}
      {row.rejected > 0 && <Rejects row={row} />}
    </div>
  )
}

function Rejects({ row }: { row: ImportAnswer }) {
  const may = useRight('people')
  const { data } = useRejects(row.id, may)
  const save = () => rejectsAsCsv(after => readRejects(row.id, 200, after))
  return data && <RejectedRows rows={data.items} name={`rejects-${row.id}.csv`} asCsv={save} />
}
