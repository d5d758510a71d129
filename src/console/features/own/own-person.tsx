/** The profile of a member: name, and whether the address is confirmed. */
import { useState } from 'react'
import type { SessionAnswer } from '../../../actions/sessions/session.ts'
import { useSignInWays } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { MAIL_LANGUAGES } from '../../parts/mail-languages.ts'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAskProof, useEditOwn } from './calls.ts'

export function ConfirmAddress({ email }: { email: string }) {
  const texts = useTexts('team')
  const toast = useToast()
  const ask = useAskProof()
  const byMail = useSignInWays().data?.passwordByMail ?? true
  return (
    <section className="narrow-page stack" aria-labelledby="own-proof">
      <h2 id="own-proof">{texts.proof}</h2>
      <p className="soft">{texts.proofHint(email)}</p>
      {ask.error && <Failure error={ask.error} />}
      {byMail ? (
        <div className="acts">
          <Button
            busy={ask.isPending}
            onClick={() =>
              ask.mutate(undefined, { onSuccess: () => toast({ text: texts.proofAsked(email) }) })
            }
          >
            {texts.proofAsk}
          </Button>
        </div>
      ) : (
        <p>{texts.proofNoMail}</p>
      )}
    </section>
  )
}

export function NameAndLanguage(props: { person: NonNullable<SessionAnswer['person']> }) {
  const texts = useTexts('team')
  const toast = useToast()
  const edit = useEditOwn()
  const [name, setName] = useState(props.person.name)
  const known = MAIL_LANGUAGES.find(({ value }) => props.person.language.startsWith(value))
  const [language, setLanguage] = useState<string>(known?.value ?? 'en')
  return (
    <section className="narrow-page stack" aria-labelledby="own-name">
      <h2 id="own-name">{texts.nameAndLanguage}</h2>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (edit.isPending) return
          const onSuccess = () => toast({ text: texts.ownSaved })
          edit.mutate({ name, language }, { onSuccess })
        }}
      >
        {edit.error && <Failure error={edit.error} />}
        <TextField label={texts.name} value={name} onChange={setName} maxLength={100} />
        <SelectField
          label={texts.mailLanguage}
          value={language}
          choices={MAIL_LANGUAGES}
          onChange={setLanguage}
        />
        <div className="acts">
          <Button type="submit" busy={edit.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </section>
  )
}
