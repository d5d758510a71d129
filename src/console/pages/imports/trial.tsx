/** What the import would do, without doing it: counted anew whenever the mapping rests. */
import type { DryRunAnswer } from '../../../console-api/v1/routes/import-trials.ts'
import { Failure } from '../../parts/states.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { reasonTexts } from './reason-texts.ts'
import { sourceTexts } from './source-texts.ts'

export function Trial(props: { data: DryRunAnswer | undefined; error: unknown; busy: boolean }) {
  const { data, error, busy } = props
  const texts = useTextsOf(sourceTexts)
  const reasons = useTextsOf(reasonTexts)
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
    </div>
  )
}
