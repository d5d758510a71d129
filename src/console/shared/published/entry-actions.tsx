/** A newsletter under a published list: its state, and its actions. */
import type { PublishedNewsletterAnswer } from '../../../actions/published/published.ts'
import { type PublishedPlace, useCorrect, useShowAgain, useTakeOut } from '../../api/published.ts'
import { useRight } from '../../api/session.ts'
import { Badge, type BadgeLook } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import type { IconName } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export type EntryState = PublishedNewsletterAnswer['state']

const LOOKS: Record<EntryState, { look: BadgeLook; icon: IconName }> = {
  published: { look: 'sent', icon: 'check' },
  waiting: { look: 'confirm', icon: 'alert' },
  out: { look: 'plain', icon: 'archive' },
}

export function EntryBadge({ state }: { state: EntryState }) {
  const texts = useTexts('published')
  return <Badge {...LOOKS[state]}>{texts.states[state]}</Badge>
}

export function EntryActions(props: { place: PublishedPlace; state: EntryState; title: string }) {
  const texts = useTexts('published')
  const toast = useToast()
  const maySend = useRight('send')
  const takeOut = useTakeOut()
  const show = useShowAgain()
  const correct = useCorrect()
  if (!maySend) return null
  const { place, state, title } = props
  const said = (text: string) => ({ onSuccess: () => toast({ text }) })
  const error = takeOut.error ?? show.error ?? correct.error
  const of = <span className="sr"> {title}</span>
  return (
    <>
      <span className="entry-actions">
        {state === 'published' ? (
          <Button
            busy={takeOut.isPending}
            onClick={() => takeOut.mutate(place, said(texts.tookOut(title)))}
          >
            {texts.takeOut}
            {of}
          </Button>
        ) : (
          <Button
            busy={show.isPending}
            onClick={() => show.mutate(place, said(texts.shown(title)))}
          >
            {texts.show}
            {of}
          </Button>
        )}
        <Button
          busy={correct.isPending}
          onClick={() =>
            correct.mutate({ ...place, evenBare: false }, said(texts.wasCorrected(title)))
          }
        >
          {texts.correct}
          {of}
        </Button>
      </span>
      {error && <Failure error={error} />}
    </>
  )
}
