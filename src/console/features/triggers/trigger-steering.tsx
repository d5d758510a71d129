/** Pausing and resuming a trigger. That late emails go out is confirmed. */
import { useRight } from '../../api/session.ts'
import { type SteeringOrder, useSteerTrigger } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { isOnlyHere } from '../../shared/sendings/send-problem.tsx'
import { useTexts } from '../../texts/language.tsx'

export function TriggerSteering(props: {
  trigger: { id: number; name: string; state: string }
  /** In a row: the icon alone, whose name readers hear. */
  small?: boolean
}) {
  const { trigger, small } = props
  const texts = useTexts('triggers')
  const common = useTexts('common')
  const sendings = useTexts('sendings')
  const toast = useToast()
  const maySend = useRight('send')
  const steering = useSteerTrigger(trigger.id)
  if (!maySend) return null
  const runs = trigger.state === 'running'
  const verb = runs ? 'pause' : trigger.state === 'unconfirmed' ? 'confirm' : 'resume'
  const label = { pause: texts.pause, resume: texts.resume, confirm: texts.goOn }[verb]
  const icon = <Icon name={runs ? 'pause' : 'play'} />
  const steer = (order: SteeringOrder) => {
    if (steering.isPending) return
    steering.mutate(order, {
      onSuccess: () =>
        toast({ text: runs ? texts.paused(trigger.name) : texts.resumed(trigger.name) }),
    })
  }
  const { error, variables } = steering
  const onlyHere = error !== null && variables !== undefined && isOnlyHere(error)
  return (
    <>
      {small ? (
        <button
          type="button"
          className="btn quiet icon"
          aria-label={`${label}: ${trigger.name}`}
          title={label}
          onClick={() => steer({ verb })}
        >
          {icon}
        </button>
      ) : (
        <Button
          {...(!runs && { look: 'primary' as const })}
          busy={steering.isPending}
          icon={icon}
          onClick={() => steer({ verb })}
        >
          {label}
        </Button>
      )}
      {error && (
        <Dialog title={onlyHere ? sendings.onlyHereVerb : label} onClose={steering.reset}>
          <div className="stack">
            {onlyHere ? <p>{sendings.onlyHere}</p> : <Failure error={error} />}
            <div className="dialog-acts">
              <Button onClick={steering.reset}>{common.close}</Button>
              {onlyHere && (
                <Button look="primary" onClick={() => steer({ ...variables, local: true })}>
                  {sendings.onlyHereVerb}
                </Button>
              )}
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
