/** How far the latest change of many is; after it, the way back. */
import { useState } from 'react'
import type { BulkJobAnswer } from '../../../actions/subscribers/bulk-jobs.ts'
import { useBulkJobs, useBulkSteering } from '../../api/people.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

/** A change that ended so long ago is no news. */
const NEWS_MILLIS = 15 * 60_000

export function BulkProgress() {
  const { data } = useBulkJobs()
  const [seen, setSeen] = useState('')
  const job = data?.[0]
  if (!job || seen === newsOf(job) || (job.finished && isOld(job.finished))) return null
  return <JobStrip job={job} onSeen={() => setSeen(newsOf(job))} />
}

const newsOf = ({ id, state }: BulkJobAnswer): string => `${id} ${state}`

const isOld = (moment: string): boolean => Date.now() - Date.parse(moment) > NEWS_MILLIS

function JobStrip({ job, onSeen }: { job: BulkJobAnswer; onSeen(): void }) {
  const texts = useTexts('people')
  const common = useTexts('common')
  const steer = useBulkSteering()
  const may = useRight('people')
  const { id, state, total, looked } = job
  const running = state === 'queued' || state === 'running'
  const busy = running || state === 'undoing'
  const undoable = state === 'finished' || state === 'cancelled' || state === 'failed'
  return (
    <div className={state === 'failed' ? 'strip bad' : 'strip'} role="status">
      <span className="grow">
        <b>{texts.doing[job.action.do]}</b> <JobWords job={job} />
        {busy && (
          <progress max={Math.max(total, 1)} value={looked} aria-label={texts.loadingMore} />
        )}
        {steer.error && <Failure error={steer.error} />}
      </span>
      {may && running && (
        <Button onClick={() => steer.mutate({ id, verb: 'cancel' })}>{texts.cancel}</Button>
      )}
      {may && undoable && job.changed > 0 && (
        <Button icon={<Icon name="undo" />} onClick={() => steer.mutate({ id, verb: 'undo' })}>
          {common.undo}
        </Button>
      )}
      {!busy && (
        <Button look="quiet" onClick={onSeen}>
          {texts.dismiss}
        </Button>
      )}
    </div>
  )
}

function JobWords({ job }: { job: BulkJobAnswer }) {
  const texts = useTexts('people')
  const { number } = useFormats()
  const troubleWords = useTroubleWords()
  const { state, total, looked, changed, reverted } = job
  if (state === 'failed') return `${texts.jobFailed}: ${troubleWords(job)}`
  if (state === 'undoing') return texts.jobUndoing
  if (state === 'undone') return texts.jobUndone(number(reverted))
  if (state === 'cancelled') return texts.jobCancelled(number(changed))
  if (state === 'finished') return texts.jobDone(number(changed), number(total))
  return `${number(looked)} / ${number(total)}`
}
