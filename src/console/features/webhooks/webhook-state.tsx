/** Where a webhook stands: its state, its last answer, what waits, and its keys. */
import { Badge } from '../../parts/badge.tsx'
import { useReasonWords, useTroubleWords } from '../../parts/said.ts'
import { useFigures } from '../../texts/figures.ts'
import type { Webhook } from './calls.ts'
import { useWebhookTexts } from './words.ts'

export function WebhookState({ of }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const reasonWords = useReasonWords()
  const { moment, number } = useFigures()
  const { state, note, why, begins, failingSince, failuresInARow, heldUntil } = of
  return (
    <>
      {state === 'paused' ? (
        <Badge look="paused" icon="pause">
          {texts.pausedState}
        </Badge>
      ) : (
        <Badge
          look={failingSince === null ? 'sent' : 'failed'}
          icon={failingSince === null ? 'check' : 'alert'}
        >
          {failingSince === null ? texts.active : texts.failing(moment(failingSince))}
        </Badge>
      )}
      {state === 'paused' && <span className="sub">{reasonWords({ reason: note, why })}</span>}
      {state === 'paused' && failingSince !== null && (
        <span className="sub">{texts.failing(moment(failingSince))}</span>
      )}
      {failuresInARow > 0 && <span className="sub">{texts.failures(number(failuresInARow))}</span>}
      {state !== 'paused' && heldUntil !== null && (
        <span className="sub">{texts.held(moment(heldUntil))}</span>
      )}
      {Date.parse(begins) > Date.now() && (
        <span className="sub">{texts.begins(moment(begins))}</span>
      )}
    </>
  )
}

export function LastAnswer({ of: { answered, lastAnswer, causes } }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const troubleWords = useTroubleWords()
  const { moment } = useFigures()
  if (answered === null) return <span className="soft">{texts.never}</span>
  return (
    <>
      {moment(answered)}
      <span className="sub">
        <bdi>{troubleWords({ trouble: lastAnswer, causes })}</bdi>
      </span>
    </>
  )
}

export function Waiting({ of: { waiting, oldestWaiting } }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const { number, span } = useFigures()
  return (
    <>
      {number(waiting)}
      {oldestWaiting !== null && (
        <span className="sub">
          {texts.oldest(span(Math.max(0, Date.now() - Date.parse(oldestWaiting)) / 1000))}
        </span>
      )}
    </>
  )
}

export function KeyIds({ of: { keys } }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const { moment } = useFigures()
  return keys.map(({ id, ends }) => (
    <span key={id} className="line">
      <code>{id}</code>
      {ends !== null && <span className="sub soft">{texts.keyEnds(moment(ends))}</span>}
    </span>
  ))
}
