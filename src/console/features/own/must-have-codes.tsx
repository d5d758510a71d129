/** The account demands one-time codes: they must be set up first. */
import { useState } from 'react'
import { signOut } from '../../api/session.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useCodeSecret } from './calls.ts'
import { CodeSetUp, RecoveryCodes } from './codes.tsx'

export function MustHaveCodes() {
  const texts = useTexts('team')
  const common = useTexts('common')
  const start = useCodeSecret()
  const [recovery, setRecovery] = useState<readonly string[]>([])
  return (
    <main className="page narrow-page stack">
      <title>{`${texts.codesTitle} · Pennypost`}</title>
      <h1>{texts.codesTitle}</h1>
      <p>{texts.codesDemanded}</p>
      <TeamFailure error={start.error} />
      {recovery.length > 0 ? (
        <>
          <RecoveryCodes codes={recovery} />
          <Button look="primary" onClick={() => location.assign('/console')}>
            {texts.confirm}
          </Button>
        </>
      ) : start.data ? (
        <CodeSetUp secret={start.data} onDone={setRecovery} />
      ) : (
        <div className="acts">
          <Button look="primary" busy={start.isPending} onClick={() => start.mutate()}>
            {texts.codesSetUp}
          </Button>
          <Button onClick={() => void signOut()}>{common.signOut}</Button>
        </div>
      )}
    </main>
  )
}
