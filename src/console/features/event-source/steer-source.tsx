/** Pauses a source, which is asked before; a paused one takes events again at once. */
import { useState } from 'react'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { type SourceAnswer, useSteerSource } from '../../shared/event-sources/calls.ts'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { useTexts } from '../../texts/language.tsx'

export function SteerSource({ of: { name, paused } }: { of: SourceAnswer }) {
  const texts = useEventTexts()
  const common = useTexts('common')
  const toast = useToast()
  const [asked, setAsked] = useState(false)
  const steer = useSteerSource(name)
  const close = () => {
    setAsked(false)
    steer.reset()
  }
  const resume = () =>
    steer.mutate('resume', { onSuccess: () => toast({ text: texts.resumed(name) }) })
  const pause = () =>
    steer.mutate('pause', {
      onSuccess() {
        setAsked(false)
        toast({ text: texts.pausedSource(name), undo: resume })
      },
    })
  if (paused !== null)
    return (
      <>
        <TeamFailure error={steer.error} />
        <Button look="primary" busy={steer.isPending} icon={<Icon name="play" />} onClick={resume}>
          {texts.resume}
        </Button>
      </>
    )
  return (
    <>
      <Button icon={<Icon name="pause" />} onClick={() => setAsked(true)}>
        {texts.pause}
      </Button>
      {asked && (
        <Dialog title={texts.pauseAsks(name)} onClose={close}>
          <div className="stack">
            <TeamFailure error={steer.error} />
            <p>{texts.pauseTells}</p>
            <div className="dialog-acts">
              <Button onClick={close}>{common.keep}</Button>
              <Button look="primary" busy={steer.isPending} onClick={pause}>
                {texts.pause}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
