/** The buttons that steer a sending, each with its confirmation. */
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { type SteeringInput, useSteering } from '../../api/sendings.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { keysWork } from '../../parts/keys.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { isOnlyHere } from '../../shared/sendings/send-problem.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { hasRetryable, RetryDialog } from './retry-dialog.tsx'
import { CancelDialog, ConfirmDialog, RateDialog } from './steering-dialogs.tsx'

type Asked = 'cancel' | 'retry' | 'slow' | 'confirm'

export function Steering({ of, waiting }: { of: LiveSending; waiting: number }) {
  const texts = useTexts('sendings')
  const { number } = useFigures()
  const toast = useToast()
  const navigate = useNavigate()
  const maySend = useRight('send')
  const steering = useSteering(of.id)
  const [asked, setAsked] = useState<Asked>()
  const { state, counts } = of
  // The draft as it was, with its audience and time.
  const toDraft = () =>
    navigate({
      to: '/newsletters/$id/send',
      params: { id: String(of.newsletterId) },
      search: { undone: of.id },
    })
  const steer = (input: SteeringInput) => {
    if (steering.isPending) return
    steering.mutate(input, {
      onSuccess: answer => {
        setAsked(undefined)
        const said = {
          pause: texts.paused(number(answer.onTheirWay ?? 0)),
          resume: texts.resumed,
          cancel: texts.cancelled(number(answer.withdrawn ?? 0)),
          retry: texts.retried(number(answer.emails ?? 0)),
          confirm: texts.confirmed,
          undo: texts.undone,
        }
        toast({ text: said[input.verb] })
        if (input.verb === 'undo') void toDraft()
      },
    })
  }
  const runs = state === 'sending'
  const stands = state === 'paused'
  // That its links lead to this machine only was confirmed when it was sent.
  const turn = () => steer(stands ? { verb: 'resume', local: true } : { verb: 'pause' })
  useEffect(() => {
    if (!maySend || (!runs && !stands)) return
    const onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      if (key !== 'p' || ctrlKey || metaKey || altKey || !keysWork()) return
      const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]'
      if (!(target instanceof Element && target.closest(typing))) turn()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  if (!maySend) return null
  const mayRetry =
    (runs || stands || state === 'finished') && hasRetryable(counts) && of.peopleRemoved === null
  const { error, variables } = steering
  const onlyHere = error !== null && variables !== undefined && isOnlyHere(error)
  const dialog = onlyHere ? undefined : asked
  return (
    <>
      {(runs || stands) && (
        <Button
          busy={steering.isPending}
          icon={<Icon name={runs ? 'pause' : 'play'} />}
          onClick={turn}
        >
          {runs ? texts.pause : texts.resume} <kbd>P</kbd>
        </Button>
      )}
      {state === 'unconfirmed' && (
        <Button look="primary" onClick={() => setAsked('confirm')}>
          {texts.confirm}
        </Button>
      )}
      {mayRetry && <Button onClick={() => setAsked('retry')}>{texts.retry}</Button>}
      {state !== 'finished' && state !== 'cancelled' && (
        <Button icon={<Icon name="gauge" />} onClick={() => setAsked('slow')}>
          {texts.slow}
        </Button>
      )}
      {state === 'cancelled' && of.order && of.parentId === null && (
        <Link
          className="btn"
          to="/newsletters/$id/send"
          params={{ id: String(of.newsletterId) }}
          search={{ undone: of.id }}
        >
          {texts.backToDraft}
        </Link>
      )}
      {state === 'scheduled' && of.canUndo && (
        <Button busy={steering.isPending} onClick={() => steer({ verb: 'undo' })}>
          {texts.undoScheduled}
        </Button>
      )}
      {state !== 'finished' && state !== 'cancelled' && !of.canUndo && (
        <Button look="danger" icon={<Icon name="optOut" />} onClick={() => setAsked('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {dialog === 'cancel' && (
        <CancelDialog
          waiting={waiting}
          steering={steering}
          onCancel={() => steer({ verb: 'cancel' })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {dialog === 'confirm' && (
        <ConfirmDialog
          risk={of.repeatRisk}
          steering={steering}
          onConfirm={() => steer({ verb: 'confirm' })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {dialog === 'slow' && (
        <RateDialog id={of.id} perMinute={of.perMinute} onClose={() => setAsked(undefined)} />
      )}
      {dialog === 'retry' && (
        <RetryDialog
          counts={counts}
          steering={steering}
          onRetry={states => steer({ verb: 'retry', states, local: true })}
          onClose={() => setAsked(undefined)}
        />
      )}
      {onlyHere && (
        <Dialog title={texts.onlyHereVerb} onClose={steering.reset}>
          <div className="stack">
            <p>{texts.onlyHere}</p>
            <div className="dialog-acts">
              <Button onClick={steering.reset}>{texts.keepSending}</Button>
              <Button look="primary" onClick={() => steer({ ...variables, local: true })}>
                {texts.onlyHereVerb}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {error && !asked && !onlyHere && (
        <div className="under-head">
          <Failure error={error} />
        </div>
      )}
    </>
  )
}
