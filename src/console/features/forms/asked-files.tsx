/** People whom a file calls unconfirmed: asked by the form, so many a day. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormAnswer } from '../../../actions/forms/forms.ts'
import type { AskedAnswer } from '../../../actions/forms/sign-ups.ts'
import { type SpokenLanguage, useAsk, useAsked, useDecideHeld } from '../../api/forms.ts'
import { Button } from '../../parts/button.tsx'
import { DangerDialog } from '../../parts/danger-dialog.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { NumberField } from '../../parts/small-fields.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { SPOKEN } from './spoken.ts'

interface Part {
  form: FormAnswer
  mayChange: boolean
}

export function AskedFiles({ form, mayChange }: Part) {
  const texts = useTexts('forms')
  const { data } = useAsked(form.id)
  if (!data || data.length === 0) return null
  return (
    <section className="stack">
      <h2>{texts.askedFiles}</h2>
      <p className="soft">{texts.askedFilesWhat}</p>
      {data.map(file => (
        <AskedFile key={file.importId} form={form} mayChange={mayChange} file={file} />
      ))}
    </section>
  )
}

function AskedFile({ form, mayChange, file }: Part & { file: AskedAnswer }) {
  const texts = useTexts('forms')
  const { number, moment } = useFigures()
  const [open, setOpen] = useState<'ask' | 'end'>()
  const { importId, unconfirmed, asked, remaining, mailed, confirmed, until } = file
  const name = file.file || texts.importNumber(importId)
  return (
    <div className="asked-file">
      <p>
        <Link to="/imports/$id" params={{ id: String(importId) }}>
          <bdi>{name}</bdi>
        </Link>
      </p>
      {asked === 0 ? (
        <p className="soft">{texts.calledUnconfirmed(unconfirmed, number(unconfirmed))}</p>
      ) : (
        <>
          <progress
            max={asked}
            value={asked - remaining}
            aria-label={texts.askedOf(number(asked - remaining), number(asked))}
          />
          <p className="soft">
            {[
              texts.askedOf(number(asked - remaining), number(asked)),
              texts.gotEmail(number(mailed)),
              texts.haveConfirmed(number(confirmed)),
              ...(until === null ? [] : [texts.lastAsked(moment(until))]),
            ].join(' · ')}
          </p>
        </>
      )}
      {mayChange && asked === 0 && <Button onClick={() => setOpen('ask')}>{texts.askThem}</Button>}
      {mayChange && remaining > 0 && (
        <Button onClick={() => setOpen('end')}>{texts.endAsking}</Button>
      )}
      {open === 'ask' && (
        <AskDialog form={form} file={file} name={name} onClose={() => setOpen(undefined)} />
      )}
      {open === 'end' && (
        <EndDialog form={form} remaining={remaining} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

const MOST_A_DAY = 2_000
const USUAL_A_DAY = 200

function AskDialog(props: { form: FormAnswer; file: AskedAnswer; name: string; onClose(): void }) {
  const texts = useTexts('forms')
  const { number, moment } = useFigures()
  const toast = useToast()
  const { form, file, name, onClose } = props
  const { importId, unconfirmed } = file
  const spoken = SPOKEN.filter(({ value }) => value in form.words)
  const [language, setLanguage] = useState<SpokenLanguage>(spoken[0]!.value)
  const [perDay, setPerDay] = useState<number | undefined>(USUAL_A_DAY)
  const { mutate, isPending, error } = useAsk(form.id)
  const days = perDay ? Math.ceil(unconfirmed / perDay) : 0
  const submit = (emails: number) =>
    mutate(
      { importId, perDay: emails, language },
      {
        onSuccess({ people, until }) {
          toast({ text: texts.askingBegun(people, number(people), until && moment(until)) })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={texts.askThem}
      act={texts.askThem}
      keep={texts.askNobody}
      error={error}
      busy={isPending || !perDay}
      onSubmit={() => {
        if (perDay !== undefined) submit(perDay)
      }}
      onClose={onClose}
    >
      <p>{texts.askWhat(unconfirmed, number(unconfirmed), name, form.name)}</p>
      <NumberField
        label={texts.perDay}
        value={perDay}
        least={1}
        most={MOST_A_DAY}
        onChange={setPerDay}
      />
      {spoken.length > 1 && (
        <SelectField
          label={texts.language}
          value={language}
          choices={spoken}
          onChange={value => setLanguage(value)}
        />
      )}
      {days > 0 && <p className="soft">{texts.askDays(days, number(days))}</p>}
    </FormDialog>
  )
}

function EndDialog(props: { form: FormAnswer; remaining: number; onClose(): void }) {
  const texts = useTexts('forms')
  const { number } = useFigures()
  const toast = useToast()
  const { form, remaining, onClose } = props
  const { mutate, isPending, error } = useDecideHeld()
  const stop = () =>
    mutate(
      { formId: form.id, does: 'stop' },
      {
        onSuccess({ signUps }) {
          toast({ text: texts.stopped(signUps, number(signUps)) })
          onClose()
        },
      },
    )
  return (
    <DangerDialog
      title={texts.endAsking}
      act={texts.endAsking}
      keep={texts.goOn}
      error={error}
      busy={isPending}
      onConfirm={stop}
      onClose={onClose}
    >
      <p>{texts.endWhat(remaining, number(remaining))}</p>
    </DangerDialog>
  )
}
