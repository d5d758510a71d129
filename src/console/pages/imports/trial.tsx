/** What the import would do, without doing it. */
import { type FileReading, useTrial } from '../../api/imports.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { sourceTexts } from './source-texts.ts'

export function Trial(props: {
  importId: number
  body: FileReading & { columns?: string[] }
  possible: boolean
}) {
  const { importId, body, possible } = props
  const texts = useTextsOf(sourceTexts)
  const { number } = useFormats()
  const trial = useTrial(importId)
  const { data } = trial
  const rejects = data?.first.filter(({ reason }) => reason !== null) ?? []
  return (
    <>
      <Button busy={trial.isPending || !possible} onClick={() => trial.mutate(body)}>
        {texts.trial}
      </Button>
      {trial.error && <Failure error={trial.error} />}
      {trial.isPending && <p role="status">{texts.trying}</p>}
      {data && (
        <div className="stack" role="status">
          <p>{texts.tried(number(data.rows), data.complete)}</p>
          <dl className="facts">
            {(['inserted', 'updated', 'unchanged', 'rejected'] as const).map(key => (
              <div key={key}>
                <dt>{texts[key]}</dt>
                <dd>{number(data[key])}</dd>
              </div>
            ))}
          </dl>
          {rejects.length > 0 && (
            <>
              <h3>{texts.rejectedRows}</h3>
              <ul className="plain">
                {rejects.map(({ line, reason, row }) => (
                  <li key={line} className="wrap">
                    {line}: {reason} <bdi>{row.slice(0, 200)}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </>
  )
}
