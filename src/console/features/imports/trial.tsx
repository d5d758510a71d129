/**
 * The dry run of an import, repeated whenever the mapping has not changed for a moment (debounce).
 */
import type { DryRunAnswer } from '../../../actions/imports/import-trials.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { type ImportStart, useFatesAsCsv } from './calls.ts'

export function Trial(props: {
  importId: number
  /** The options of the start. */
  body: ImportStart
  data: DryRunAnswer | undefined
  error: unknown
  busy: boolean
}) {
  const { importId, body, data, error, busy } = props
  const texts = useTexts('importSources')
  const reasons = useTexts('importReasons')
  const { number } = useFormats()
  if (error) return <Failure error={error} />
  if (!data) return busy ? <p role="status">{texts.trying}</p> : null
  const by = Object.entries(data.rejectedBy)
  return (
    <div className="stack" role="status" aria-busy={busy}>
      <p className="soft small">{texts.tried(number(data.rows), data.complete)}</p>
      <dl className="sums">
        {(['inserted', 'updated', 'unchanged', 'repeated', 'ignored', 'rejected'] as const)
          .filter(key => key === 'inserted' || data[key] > 0)
          .map(key => (
            <div key={key} className={key === 'rejected' ? 'bad' : ''}>
              <dd>{number(data[key])}</dd>
              <dt>
                {texts[key]}
                {key === 'rejected' && by.length > 0 && (
                  <span className="sub">
                    {by.map(([why, count]) => `${number(count)} ${reasons[why] ?? why}`).join(', ')}
                  </span>
                )}
              </dt>
            </div>
          ))}
      </dl>
      <SaveFates importId={importId} body={body} />
    </div>
  )
}

/** A file with the effect of each of the first rows. */
function SaveFates({ importId, body }: { importId: number; body: ImportStart }) {
  const texts = useTexts('importSources')
  const { number } = useFormats()
  const toast = useToast()
  const fates = useFatesAsCsv(importId)
  const save = () =>
    fates.mutate(body, {
      onSuccess({ text, rows, complete }) {
        saveFile(`rows-${importId}.csv`, text)
        if (!complete) toast({ text: texts.fatesSaved(number(rows)) })
      },
    })
  return (
    <>
      {fates.error && <Failure error={fates.error} />}
      <Button look="quiet" icon={<Icon name="download" />} busy={fates.isPending} onClick={save}>
        {texts.saveFates}
      </Button>
    </>
  )
}
