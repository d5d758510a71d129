/** The secrets of a source: a new one is shown once, and the present one holds for a time. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { type SourceAnswer, useRotateSource } from '../../shared/event-sources/calls.ts'
import { SecretDialog } from '../../shared/event-sources/secret-dialog.tsx'
import { useEventTexts } from '../../shared/event-sources/words.ts'
import { useFigures } from '../../texts/figures.ts'

const KEEP_HOURS = ['24', '168', '720', '0'] as const

export function SourceKeys({ of }: { of: SourceAnswer }) {
  const texts = useEventTexts()
  const { moment } = useFigures()
  const [rotating, setRotating] = useState(false)
  return (
    <section className="stack">
      <h2>{texts.keys}</h2>
      <dl className="facts">
        {of.keys.map(({ id, made, ends }) => (
          <div key={id}>
            <dt>{texts.key(id)}</dt>
            <dd>
              {texts.made(moment(made))}
              {ends !== null && <span className="sub soft tiny">{texts.ends(moment(ends))}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <Button onClick={() => setRotating(true)}>{texts.rotate}</Button>
      </div>
      {rotating && <RotateDialog name={of.name} onClose={() => setRotating(false)} />}
    </section>
  )
}

function RotateDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useEventTexts()
  const rotate = useRotateSource(name)
  const [{ keep, secret }, setTyped] = useState({ keep: '24', secret: '' })
  if (rotate.data)
    return <SecretDialog tells={texts.onceRotated} made={rotate.data} onClose={onClose} />
  return (
    <FormDialog
      title={texts.rotate}
      act={texts.rotate}
      error={rotate.error}
      busy={rotate.isPending}
      onSubmit={() => {
        const own = secret.trim()
        rotate.mutate({ keepHours: Number(keep), ...(own !== '' && { secret: own }) })
      }}
      onClose={onClose}
    >
      <p>{texts.rotateTells}</p>
      <SelectField
        label={texts.keep}
        value={keep}
        choices={KEEP_HOURS.map(value => ({
          value: value as string,
          label: texts.keepHours[value],
        }))}
        onChange={next => setTyped({ keep: next, secret })}
      />
      <TextField
        label={texts.ownSecret}
        hint={texts.ownSecretHint}
        value={secret}
        maxLength={200}
        autoComplete="off"
        optional
        onChange={next => setTyped({ keep, secret: next })}
      />
    </FormDialog>
  )
}
