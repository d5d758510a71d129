/** A sending that is held before it starts: how long, and the way to undo it. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSteering } from '../../api/sendings.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

/** Seconds before the start at which screen readers announce it. */
const SPOKEN = [30, 20, 10, 5]

function useSecondsUntil(moment: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const update = () => setSeconds(left())
    update()
    const timer = setInterval(update, 250)
    return () => clearInterval(timer)
  })
  return seconds
}

const HELD_MILLIS = 120_000

/** Sent by the button of the page: it waits, so that it can be undone. */
export const isHeld = (sending: { state: string; canUndo: boolean; startsAt: string }): boolean =>
  sending.state === 'scheduled' &&
  sending.canUndo &&
  Date.parse(sending.startsAt) - Date.now() < HELD_MILLIS

export function HeldNote(props: {
  id: number
  newsletterId: number
  until: string
  people: string | undefined
}) {
  const texts = useTexts('sendings')
  const toast = useToast()
  const steering = useSteering(props.id)
  const seconds = useSecondsUntil(props.until)
  const navigate = useNavigate()
  const undo = async () => {
    // The new state may come by the stream before the answer, and this note is gone then.
    await steering.mutateAsync({ verb: 'undo' })
    toast({ text: texts.undone })
    const params = { id: String(props.newsletterId) }
    await navigate({ to: '/newsletters/$id/send', params, search: { undone: props.id } })
  }
  return (
    <section className="held" aria-label={texts.heldTitleUnknown}>
      <p>
        <b>{props.people === undefined ? texts.heldTitleUnknown : texts.heldTitle(props.people)}</b>
        <span aria-hidden="true">{texts.heldIn(String(seconds))}</span>
      </p>
      <Button look="primary" busy={steering.isPending} onClick={() => void undo().catch(() => {})}>
        {texts.undo}
      </Button>
      <span className="sr" role="status">
        {SPOKEN.includes(seconds) ? texts.heldSpoken(String(seconds)) : ''}
      </span>
      {steering.error && <Failure error={steering.error} />}
    </section>
  )
}
