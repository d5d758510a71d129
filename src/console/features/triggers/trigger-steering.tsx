/** Pausing and resuming a trigger, with the number of people that it is about. */
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import { type SteeringOrder, useSteerTrigger } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { isOnlyHere } from '../../shared/sendings/send-problem.tsx'
import { SteeringDialog } from '../../shared/trigger-steering/steering-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'

type Verb = SteeringOrder['verb']

export function TriggerSteering(props: {
  trigger: { id: number; name: string; state: string }
  /** In a row: the icon alone, whose name readers hear. */
  small?: boolean
}) {
  const { trigger, small } = props
  const texts = useTexts('triggers')
  const sendings = useTexts('sendings')
  const toast = useToast()
  const maySend = useRight('send')
  const steering = useSteerTrigger(trigger.id)
  const [asked, setAsked] = useState<Verb>()
  if (!maySend) return null
  const runs = trigger.state === 'running'
  const verb: Verb = runs ? 'pause' : trigger.state === 'unconfirmed' ? 'confirm' : 'resume'
  const labels = { pause: texts.pause, resume: texts.resume, confirm: texts.goOn }
  const label = labels[verb]
  const icon = <Icon name={runs ? 'pause' : 'play'} />
  const steer = (order: SteeringOrder) => {
    if (steering.isPending) return
    steering.mutate(order, {
      onSuccess() {
        setAsked(undefined)
        toast({
          text: order.verb === 'pause' ? texts.paused(trigger.name) : texts.resumed(trigger.name),
        })
      },
    })
  }
  const close = () => {
    setAsked(undefined)
    steering.reset()
  }
  const { error } = steering
  const onlyHere = error !== null && isOnlyHere(error)
  return (
    <>
      {small ? (
        <button
          type="button"
          className="btn quiet icon"
          aria-label={`${label}: ${trigger.name}`}
          title={label}
          onClick={() => setAsked(verb)}
        >
          {icon}
        </button>
      ) : (
        <Button
          {...(!runs && { look: 'primary' as const })}
          busy={steering.isPending}
          icon={icon}
          onClick={() => setAsked(verb)}
        >
          {label}
        </Button>
      )}
      {asked && (
        // As it was asked: the state may change before it closes.
        <SteeringDialog
          trigger={trigger}
          verb={asked}
          label={onlyHere ? sendings.onlyHereVerb : labels[asked]}
          busy={steering.isPending}
          failure={
            error &&
            (onlyHere ? (
              <p className="note warn">{sendings.onlyHere}</p>
            ) : (
              <Failure error={error} />
            ))
          }
          onConfirm={() => steer({ verb: asked, ...(onlyHere && { local: true }) })}
          onClose={close}
        />
      )}
    </>
  )
}
