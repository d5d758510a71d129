/** Ending a trigger, which can't be undone. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndTrigger } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function EndTrigger(props: { trigger: { id: number; name: string }; inside: number }) {
  const { trigger, inside } = props
  const texts = useTexts('triggers')
  const common = useTexts('common')
  const { number } = useFigures()
  const toast = useToast()
  const navigate = useNavigate()
  const end = useEndTrigger()
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
        <Dialog title={texts.endAsks(trigger.name)} onClose={() => setAsked(false)}>
          <div className="stack">
            <p className="soft">{texts.endKeeps(number(inside))}</p>
            {end.error && <Failure error={end.error} />}
            <div className="dialog-acts">
              <Button onClick={() => setAsked(false)}>{common.keep}</Button>
              <Button
                look="danger solid"
                busy={end.isPending}
                onClick={() => end.mutate(trigger.id, { onSuccess })}
              >
                {texts.end}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
