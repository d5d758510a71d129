/** The states of a page without rows: empty, loading, or failed. */
import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from '../api/client.ts'
import { useTexts } from '../texts/language.tsx'
import { Button } from './button.tsx'
import { useSaid } from './said.ts'

export function EmptyState(props: { title: string; sentence: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{props.title}</h2>
      <p>{props.sentence}</p>
      <div className="row">{props.children}</div>
    </div>
  )
}

const SHOWN_AFTER = 300
const SLOW_AFTER = 10_000

/** Nothing at first, then the shape of rows, then a sentence. */
export function LoadingRows({ onRetry }: { onRetry: () => void }) {
  const texts = useTexts('common')
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timers = [SHOWN_AFTER, SLOW_AFTER].map((after, index) =>
      setTimeout(() => setStep(index + 1), after),
    )
    return () => timers.forEach(clearTimeout)
  }, [])
  if (step === 0) return null
  return (
    <div role="status">
      <span className="sr">{texts.loading}</span>
      {[62, 48, 71, 55, 66].map(width => (
        <div key={width} className="skeleton-row" aria-hidden="true">
          <span className={`sk w${width}`} />
        </div>
      ))}
      {step === 2 && (
        <p className="row">
          {texts.slow} <Button onClick={onRetry}>{texts.tryAgain}</Button>
        </p>
      )}
    </div>
  )
}

/** A plain sentence, the message of the service, and a button to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const texts = useTexts('common')
  const said = useSaid()
  // Only what went wrong in the service is looked up in its log.
  const call = error instanceof ApiFailure && error.status >= 500 ? error.call : ''
  return (
    <div className="note bad" role="alert">
      <span>
        <b>{said(error)}</b>
        {call !== '' && (
          <small>
            {texts.callNumber} <code>{call}</code>
          </small>
        )}
      </span>
      {onRetry && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
    </div>
  )
}
