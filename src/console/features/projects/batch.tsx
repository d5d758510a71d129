/** One file of single emails: its rows, the outcome of its emails, rejected rows. */
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { RejectedRows, rejectsAsCsv } from '../../shared/rejects/rejected-rows.tsx'
import { useFigures } from '../../texts/figures.ts'
import { BatchState } from './batch-state.tsx'
import { fileName } from './batches.tsx'
import {
  readBatchRejects,
  type ShownBatch,
  useBatch,
  useBatchRejects,
  useEmailsOfBatch,
} from './calls.ts'
import { Outcome } from './outcome.tsx'
import { RetryDialog } from './retry-dialog.tsx'
import { useProjectTexts } from './words.ts'
import '../../parts/charts/charts.css'
import '../../shared/sendings/sendings.css'
import './projects.css'

export function BatchPage() {
  const texts = useProjectTexts()
  const { id } = useParams({ from: '/emails/files/$id' })
  const batch = useBatch(id)
  const emails = useEmailsOfBatch(id)
  const maySend = useRight('send')
  const [retrying, setRetrying] = useState(false)
  const above = <Link to="/emails/files">{texts.files}</Link>
  if (!batch.data)
    return <UnreadPage title={id} above={above} error={batch.error} onRetry={batch.refetch} />
  const counts = emails.data
  const isRetried = counts && counts.failed + counts.uncertain > 0
  return (
    <>
      <PageHead
        title={fileName(batch.data)}
        above={above}
        aside={<BatchState state={batch.data.state} />}
        actions={
          maySend &&
          isRetried && (
            <Button icon={<Icon name="undo" />} onClick={() => setRetrying(true)}>
              {texts.retry}
            </Button>
          )
        }
      />
      <div className="page stack wide">
        <Rows batch={batch.data} />
        <section className="sec" aria-labelledby="emails-of-file">
          <div className="sech">
            <h2 id="emails-of-file">{texts.emailsOfFile}</h2>
          </div>
          {emails.error && <Failure error={emails.error} onRetry={() => void emails.refetch()} />}
          {counts === null && <p className="soft">{texts.notKept}</p>}
          {counts && <Outcome of={counts} />}
        </section>
        {batch.data.rejected > 0 && <Rejects batch={batch.data} />}
      </div>
      {retrying && counts && (
        <RetryDialog thing={{ batchId: id }} counts={counts} onClose={() => setRetrying(false)} />
      )}
    </>
  )
}

function Rows({ batch }: { batch: ShownBatch }) {
  const texts = useProjectTexts()
  const troubleWords = useTroubleWords()
  const { number, moment } = useFigures()
  const results = ['rows', 'queued', 'repeated', 'ignored'] as const
  return (
    <>
      {batch.trouble && (
        <p className="note bad" role="alert">
          <span className="wrap">{troubleWords(batch)}</span>
        </p>
      )}
      <p className="soft wrap">
        <Link to="/emails/projects/$id" params={{ id: String(batch.projectId) }}>
          <bdi>{batch.project}</bdi>
        </Link>
        {' · '}
        <bdi>{batch.source}</bdi>
        {' · '}
        {moment(batch.created)}
      </p>
      <dl className="figures">
        {results.map(key => (
          <div key={key}>
            <dt>{texts[key]}</dt>
            <dd>{number(batch[key])}</dd>
          </div>
        ))}
        <div className={batch.rejected > 0 ? 'bad' : ''}>
          <dt>{texts.rejected}</dt>
          <dd>{number(batch.rejected)}</dd>
        </div>
      </dl>
    </>
  )
}

function Rejects({ batch }: { batch: ShownBatch }) {
  const texts = useProjectTexts()
  const right = useRight('people')
  const may = useSeesPeople() && right
  const { guid } = batch
  const { data } = useBatchRejects(guid, may)
  if (!may) return <p className="soft">{texts.rejectsHidden}</p>
  const save = () => rejectsAsCsv(after => readBatchRejects(guid, 200, after))
  return data && <RejectedRows rows={data.items} name={`rejects-${batch.id}.csv`} asCsv={save} />
}
