/** Whether people confirm by email; not to is behind a warning, and for owners. */
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { useSetOptIn } from '../../api/forms.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

export function OptIn({ form, mayOwn }: { form: FormAnswer; mayOwn: boolean }) {
  const texts = useTexts('forms')
  const { mutate, isPending, error } = useSetOptIn(form.id)
  const [asking, setAsking] = useState(false)
  return (
    <section className="stack">
      <h2>{texts.single}</h2>
      {form.singleOptIn && <p className="note warn">{texts.singleSaid}</p>}
      {error && !asking && <Failure error={error} />}
      {mayOwn && (
        <p>
          <Button
            busy={isPending}
            onClick={() => (form.singleOptIn ? mutate('double') : setAsking(true))}
          >
            {form.singleOptIn ? texts.singleOff : texts.singleOn}
          </Button>
        </p>
      )}
      {asking && (
        <Dialog title={texts.singleOn} onClose={() => setAsking(false)}>
          <div className="stack">
            <p>{texts.singleWhat}</p>
            {error && <Failure error={error} />}
            <div className="dialog-acts">
              <Button onClick={() => setAsking(false)}>{texts.singleOff}</Button>
              <Button
                look="danger solid"
                busy={isPending}
                onClick={() => mutate('single', { onSuccess: () => setAsking(false) })}
              >
                {texts.singleOn}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  )
}
