/** Which emails of a sending are tried again: those refused, deferred, or of unknown outcome. */
import { useState } from 'react'
import type { SteeringInput } from '../../api/sendings.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import type { SteeringCall } from './steering-dialogs.tsx'

type RetriedStates = NonNullable<SteeringInput['states']>
type Counts = Readonly<Partial<Record<string, number>>>

const KINDS = {
  refused: ['failed', 'bounced'],
  deferred: ['deferred'],
  uncertain: ['uncertain'],
} satisfies Record<string, RetriedStates>
type Kind = keyof typeof KINDS

const countOf = (counts: Counts, states: readonly string[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)

export const hasRetryable = (counts: Counts): boolean =>
  countOf(counts, Object.values(KINDS).flat()) > 0

export function RetryDialog(props: {
  counts: Counts
  steering: SteeringCall
  onRetry(states: RetriedStates): void
  onClose(): void
}) {
  const texts = useTexts('sendings')
  const { number } = useFigures()
  const { counts, steering, onRetry, onClose } = props
  const names: Record<Kind, string> = {
    refused: texts.retryRefused,
    deferred: texts.retryDeferred,
    uncertain: texts.retryUncertain,
  }
  const there = (Object.keys(KINDS) as Kind[]).filter(kind => countOf(counts, KINDS[kind]) > 0)
  // Uncertain ones may have arrived: they are chosen by hand.
  const [chosen, setChosen] = useState<readonly Kind[]>(['refused', 'deferred'])
  const states = there.filter(kind => chosen.includes(kind)).flatMap(kind => KINDS[kind])
  const emails = countOf(counts, states)
  const turn = (kind: Kind) =>
    setChosen(chosen.includes(kind) ? chosen.filter(one => one !== kind) : [...chosen, kind])
  return (
    <Dialog title={texts.retryTitle} onClose={onClose}>
      <div className="stack">
        <p>{texts.retryHint}</p>
        {there.map(kind => (
          <YesNo
            key={kind}
            label={`${names[kind]}: ${number(countOf(counts, KINDS[kind]))}`}
            value={chosen.includes(kind)}
            onChange={() => turn(kind)}
          />
        ))}
        {steering.error && <Failure error={steering.error} />}
        <div className="dialog-acts">
          <Button onClick={onClose}>{texts.keepSending}</Button>
          <Button
            look="primary"
            busy={steering.isPending || emails === 0}
            onClick={() => onRetry(states)}
          >
            {texts.retryVerb(number(emails))}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
