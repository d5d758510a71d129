/** Sign-ups that are held back, by form: sent now, or refused. */
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { useDecideHeld, useForms } from '../../api/forms.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import './held-sign-ups.css'

export function HeldSignUps() {
  const { data } = useForms()
  const mayChange = useRight('people')
  return data
    ?.filter(({ held }) => held > 0)
    .map(form => <HeldNote key={form.id} form={form} mayChange={mayChange} />)
}

function HeldNote({ form, mayChange }: { form: FormAnswer; mayChange: boolean }) {
  const texts = useTexts('forms')
  const { number } = useFormats()
  const toast = useToast()
  const { mutate, isPending, error } = useDecideHeld()
  const decide = (does: 'release' | 'stop') =>
    mutate(
      { formId: form.id, does },
      {
        onSuccess({ signUps }) {
          const said = does === 'release' ? texts.released : texts.stopped
          toast({ text: said(signUps, number(signUps)) })
        },
      },
    )
  return (
    <div className="note warn held-note">
      <p>{texts.heldNote(form.held, number(form.held), form.name)}</p>
      {mayChange && (
        <span className="acts">
          <Button busy={isPending} onClick={() => decide('release')}>
            {texts.release}
          </Button>
          <Button look="quiet" busy={isPending} onClick={() => decide('stop')}>
            {texts.stop}
          </Button>
        </span>
      )}
      {error && <Failure error={error} />}
    </div>
  )
}
