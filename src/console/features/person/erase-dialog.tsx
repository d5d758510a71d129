/** Erasing a person: it cannot be undone. */
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { useErase } from '../../api/people.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export function EraseDialog(props: {
  person: SubscriberDetailAnswer
  onClose(done: boolean): void
}) {
  const { person, onClose } = props
  const texts = useTexts('people')
  const common = useTexts('common')
  const toast = useToast()
  const erase = useErase(person.id)
  return (
    <Dialog title={texts.eraseAsks(person.email)} onClose={() => onClose(false)}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (erase.isPending) return
          erase.mutate(undefined, {
            onSuccess({ keptOut }) {
              const said = keptOut ? texts.erasedKeptOut : texts.erased
              toast({ text: said(person.email) })
              onClose(true)
            },
          })
        }}
      >
        <p>{texts.eraseTells}</p>
        <TeamFailure error={erase.error} />
        <div className="dialog-acts">
          <Button onClick={() => onClose(false)}>{common.keep}</Button>
          <Button look="danger solid" type="submit" busy={erase.isPending}>
            {texts.erase}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
