/** The versions of a trigger: compared with each other and with the text; taken into the editor. */
import { useState } from 'react'
import type { FlowAnswer } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { leftSteps } from '../../shared/drawing/shown-flow.ts'
import { DefinitionDifference } from '../../shared/trigger-changes/definition-difference.tsx'
import type { ComparedText } from '../../shared/trigger-changes/flow-changes.ts'
import { useReadVersion } from '../../shared/trigger-changes/read-version.ts'
import { useChangeTexts } from '../../shared/trigger-changes/words.ts'
import { useDrawnTexts } from '../../shared/trigger-words/words.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** Compares a version with the text in the editor. */
const PRESENT = 'present'

interface VersionsProps {
  id: number
  saved: FlowAnswer
  present: ComparedText
  mayChange: boolean
  onSource(source: string): void
}

export function TriggerVersions(props: VersionsProps) {
  const { versions } = props.saved
  const texts = useTexts('triggers')
  const { moment } = useFigures()
  const [shown, setShown] = useState<number>()
  return (
    <div className="pane">
      {shown !== undefined && <Compared key={shown} {...props} version={shown} />}
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
    </div>
  )
}

function Compared(props: VersionsProps & { version: number }) {
  const { id, saved, present, version, mayChange, onSource } = props
  const texts = useTexts('triggers')
  const changes = useChangeTexts()
  const [other, setOther] = useState<string>(PRESENT)
  const read = useReadVersion(id, version)
  const second = useReadVersion(id, other === PRESENT ? undefined : Number(other))
  const before = read.definition
  const after = other === PRESENT ? present : second.definition
  const error = read.error ?? second.error
  const again = () => void Promise.all([read.refetch(), other !== PRESENT && second.refetch()])
  const choices = saved.versions
    .filter(one => one.version !== version)
    .map(one => ({ value: String(one.version), label: changes.versionOf(one.version) }))
  return (
    <section className="stack">
      <SelectField
        label={changes.compared(version)}
        value={other}
        choices={[{ value: PRESENT, label: changes.present }, ...choices]}
        onChange={setOther}
      />
      {error && <Failure error={error} onRetry={again} />}
      {!error && !(before && after) && <LoadingRows onRetry={again} />}
      {before && after && <DefinitionDifference before={before} after={after} />}
      {before && (
        <details>
          <summary className="small">{changes.wholeText(version)}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
          <pre className="trigger-source" tabIndex={0}>
            {before.source}
          </pre>
        </details>
      )}
      {before && mayChange && (
        <>
          <Button onClick={() => onSource(before.source)}>{texts.restore(version)}</Button>
          <p className="faint tiny">{texts.restoreHint}</p>
          <PeopleInside saved={saved} restored={before} />
        </>
      )}
    </section>
  )
}

/** Before a version is taken: the number of people concerned. */
function PeopleInside({ saved, restored }: { saved: FlowAnswer; restored: ComparedText }) {
  const changes = useChangeTexts()
  const drawn = useDrawnTexts()
  const { number } = useFigures()
  if (saved.active === 0 || !restored.flow) return null
  const left = leftSteps(saved, restored.flow)
  return (
    <p className="note info small">
      <span>
        {changes.insideHint(number(saved.active))}{' '}
        {left.length > 0 &&
          drawn.leftSteps(left.map(({ key, here }) => drawn.leftStep(key, number(here))))}
      </span>
    </p>
  )
}
