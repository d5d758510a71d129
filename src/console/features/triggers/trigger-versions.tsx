/** The versions of a trigger; the text of an older one is taken into the editor. */
import { useState } from 'react'
import { type FlowAnswer, useTriggerFlow } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function TriggerVersions(props: {
  id: number
  versions: FlowAnswer['versions']
  mayChange: boolean
  onSource(source: string): void
}) {
  const { id, versions, mayChange, onSource } = props
  const texts = useTexts('triggers')
  const { moment } = useFigures()
  const [shown, setShown] = useState<number>()
  const flow = useTriggerFlow(shown === undefined ? undefined : id, shown)
  const isThere = flow.data?.version === shown
  return (
    <div className="pane">
      {flow.error && <Failure error={flow.error} />}
      <dl className="facts">
        {versions.map(({ version, created }, i) => (
          <div key={version}>
            <dt>
              {texts.version(version)}
              {i === 0 && <span className="tag">{texts.newest}</span>}
              <span className="sub faint tiny">{moment(created)}</span>
            </dt>
            <dd>
              <Button look="quiet" onClick={() => setShown(version)}>
                {texts.look}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {shown !== undefined && isThere && flow.data && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
          <pre className="trigger-source" tabIndex={0}>
            {flow.data.source}
          </pre>
          {mayChange && (
            <>
              <Button onClick={() => onSource(flow.data!.source)}>{texts.restore(shown)}</Button>
              <p className="faint tiny">{texts.restoreHint}</p>
            </>
          )}
        </>
      )}
    </div>
  )
}
