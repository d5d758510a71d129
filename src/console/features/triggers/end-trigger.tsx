/** Ending a trigger, which can't be undone. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRemoval } from '../../api/removal.ts'
import { triggerEnd } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { SteeringDialog } from '../../shared/trigger-steering/steering-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'

export function EndTrigger({ trigger }: { trigger: { id: number; name: string } }) {
  const texts = useTexts('triggers')
  const toast = useToast()
  const navigate = useNavigate()
  const end = useRemoval(triggerEnd(trigger.id))
  const [asked, setAsked] = useState(false)
  const onSuccess = () => {
    toast({ text: texts.ended(trigger.name) })
    void navigate({ to: '/triggers' })
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {texts.end}
      </Button>
      {asked && (
        <SteeringDialog
          trigger={trigger}
          verb="end"
          label={texts.end}
          busy={end.isPending || end.isSuccess}
          failure={end.error && <Failure error={end.error} />}
          onConfirm={() => end.mutate(undefined, { onSuccess })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
