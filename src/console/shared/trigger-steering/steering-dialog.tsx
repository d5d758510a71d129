/** Asks before a trigger is paused, started or ended, and says how many people it is about. */
import type { ReactNode } from 'react'
import { useStanding } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { usePageTexts } from '../../texts/page-texts.ts'
import { type SteeringVerb, steering } from './texts.ts'
import { de } from './texts-de.ts'
import { sv } from './texts-sv.ts'

const TEXTS = { en: steering, sv, de }

export function SteeringDialog(props: {
  trigger: { id: number; name: string }
  verb: SteeringVerb
  /** Of the button that does it. */
  label: string
  busy: boolean
  /** The error of the last attempt. */
  failure: ReactNode
  onConfirm(): void
  onClose(): void
}) {
  const { trigger, verb, label, busy, failure, onConfirm, onClose } = props
  const texts = usePageTexts(TEXTS)
  const common = useTexts('common')
  const standing = useStanding(trigger.id)
  // Without the counts it can be done as well: a pause must not wait for them.
  const isKnown = standing.data !== undefined || standing.error !== null
  return (
    <Dialog title={texts.asks[verb](trigger.name)} onClose={onClose}>
      <div className="stack">
        <div className="stack" role="status" aria-busy={!isKnown}>
          {!isKnown && <p className="soft">{texts.counting}</p>}
          {standing.data && <Counts texts={texts} verb={verb} of={standing.data} />}
        </div>
        {standing.error && <Failure error={standing.error} />}
        {texts.after[verb] !== '' && <p className="soft">{texts.after[verb]}</p>}
        {failure}
        <div className="dialog-acts">
          <Button onClick={onClose}>{verb === 'end' ? common.keep : common.close}</Button>
          <Button
            look={verb === 'end' ? 'danger solid' : 'primary'}
            busy={busy || !isKnown}
            onClick={onConfirm}
          >
            {label}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Counts(props: {
  texts: typeof steering
  verb: SteeringVerb
  of: NonNullable<ReturnType<typeof useStanding>['data']>
}) {
  const { texts, verb, of } = props
  const { number } = useFigures()
  if (of.inside === 0) return <p className="strong">{texts.nobody}</p>
  return (
    <>
      <p className="strong">{texts.inside[verb](number(of.inside))}</p>
      {of.overdue > 0 && <p>{texts.overdue[verb](number(of.overdue))}</p>}
      <p>{texts.soon[verb](number(of.soon))}</p>
    </>
  )
}
