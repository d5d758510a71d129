/** Whether people confirm by email; not to is behind a warning, and for owners. */
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import { useSetOptIn } from '../../api/forms.ts'
import { Button } from '../../parts/button.tsx'
import { DangerDialog } from '../../parts/danger-dialog.tsx'
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
        <DangerDialog
          title={texts.singleOn}
          act={texts.singleOn}
          keep={texts.singleOff}
          error={error}
          busy={isPending}
          onConfirm={() => mutate('single', { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{texts.singleWhat}</p>
        </DangerDialog>
      )}
    </section>
  )
}
