/** One-time codes: set up with an app, and turned off. */
import './own.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SESSION } from '../../api/queries.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type CodeSecret, useCodeSecret, useConfirmCode, useDropCodes } from './calls.ts'

export function Codes({ set }: { set: boolean }) {
  const texts = useTexts('team')
  const toast = useToast()
  const start = useCodeSecret()
  const drop = useDropCodes()
  const queries = useQueryClient()
  const [recovery, setRecovery] = useState<readonly string[]>([])
  const keep = (codes: readonly string[]) => {
    setRecovery(codes)
    void queries.invalidateQueries({ queryKey: SESSION, exact: true })
  }
  return (
    <section className="narrow-page stack" aria-labelledby="own-codes">
      <h2 id="own-codes">{texts.codesTitle}</h2>
      <p className="soft">{texts.codesHint}</p>
      <TeamFailure error={start.error ?? drop.error} />
      {recovery.length > 0 && <RecoveryCodes codes={recovery} />}
      {!set && !start.data && (
        <div className="acts">
          <Button busy={start.isPending} onClick={() => start.mutate()}>
            {texts.codesSetUp}
          </Button>
        </div>
      )}
      {!set && start.data && <CodeSetUp secret={start.data} onDone={keep} />}
      {set && (
        <div className="acts">
          <span className="tag good">{texts.codesOn}</span>
          <Button
            look="danger"
            busy={drop.isPending}
            onClick={() =>
              drop.mutate(undefined, {
                onSuccess() {
                  toast({ text: texts.codesDropped })
                  setRecovery([])
                  start.reset()
                },
              })
            }
          >
            {texts.codesDrop}
          </Button>
        </div>
      )}
    </section>
  )
}

export function CodeSetUp(props: {
  secret: CodeSecret
  onDone(recoveryCodes: readonly string[]): void
}) {
  const texts = useTexts('team')
  const confirm = useConfirmCode()
  const [code, setCode] = useState('')
  const { secret, uri } = props.secret
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        if (!confirm.isPending) confirm.mutate(code, { onSuccess: props.onDone })
      }}
    >
      <p>{texts.codesScan}</p>
      <QrCode text={uri} label={texts.codesScan} />
      <p>
        {texts.codesType} <code className="wrap">{secret}</code>
      </p>
      {confirm.error && <Failure error={confirm.error} />}
      <TextField
        label={texts.code}
        value={code}
        onChange={setCode}
        maxLength={10}
        autoComplete="one-time-code"
      />
      <div className="acts">
        <Button look="primary" type="submit" busy={confirm.isPending}>
          {texts.codesConfirm}
        </Button>
      </div>
    </form>
  )
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const texts = useTexts('team')
  const file = `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <div className="card stack">
      <h3>{texts.recovery}</h3>
      <p>{texts.recoveryHint}</p>
      <ul className="recovery">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="acts">
        <a className="btn" href={file} download="pennypost-recovery-codes.txt">
          {texts.download}
        </a>
      </div>
    </div>
  )
}
