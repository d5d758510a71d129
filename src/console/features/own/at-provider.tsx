/**
 * Signing in at a provider in another tab: this page keeps its form, and tries again when it gets
 * the focus.
 */
import { useEffect, useState } from 'react'
import { useSignInWays } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useTry } from './use-try.ts'

export function AtProvider(props: {
  query: string
  /** Whether the provider has confirmed the identity. */
  attempt(): Promise<boolean>
  onDone(): void
  onClose?: () => void
}) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const { provider } = useSignInWays().data ?? {}
  const name = provider?.name ?? ''
  const [waits, setWaits] = useState(false)
  const { error, busy, run } = useTry(async () => {
    const done = await props.attempt()
    setWaits(!done)
    return done
  }, props.onDone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it listens as long as it is shown
  useEffect(() => {
    const back = () => void run()
    window.addEventListener('focus', back)
    return () => window.removeEventListener('focus', back)
  }, [])
  return (
    <div className="stack">
      <p>{texts.providerTells(name)}</p>
      {error !== undefined && <Failure error={error} />}
      {waits && (
        <p className="note warn" role="status">
          {texts.providerNotYet(name)}
        </p>
      )}
      {provider && (
        <a
          className="btn primary"
          href={provider.path + props.query}
          target="_blank"
          rel="noreferrer"
        >
          {texts.providerOpen(name)}
        </a>
      )}
      <div className="dialog-acts">
        {props.onClose && <Button onClick={props.onClose}>{common.close}</Button>}
        <Button busy={busy} onClick={() => void run()}>
          {texts.confirm}
        </Button>
      </div>
    </div>
  )
}
