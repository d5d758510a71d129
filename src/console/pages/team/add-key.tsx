/** Makes an API key with rights that its maker has. */
import { useState } from 'react'
import type { ApiKeyAnswer } from '../../../console-api/v1/routes/api-keys.ts'
import { useSession } from '../../api/session.ts'
import { useAddKey } from '../../api/team.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useTexts, useTextsOf } from '../../texts/language.tsx'
import { TeamFailure } from './team-failure.tsx'
import { teamTexts } from './texts.ts'

type Right = ApiKeyAnswer['rights'][number]

const DAYS = ['30', '90', '365', ''] as const
const DAY_MILLIS = 86_400_000

const expiryOf = (days: string) =>
  days === '' ? {} : { expires: new Date(Date.now() + Number(days) * DAY_MILLIS).toISOString() }

export function AddKeyDialog(props: { onClose(): void; onToken(token: string): void }) {
  const texts = useTextsOf(teamTexts)
  const common = useTexts()
  const add = useAddKey()
  const own = useSession().data?.rights ?? []
  const [name, setName] = useState('')
  const [rights, setRights] = useState<readonly Right[]>(['read'])
  const [masked, setMasked] = useState(false)
  const [days, setDays] = useState<string>('365')
  const turn = (right: Right) =>
    setRights(rights.includes(right) ? rights.filter(one => one !== right) : [...rights, right])
  return (
    <Dialog title={texts.addKey} onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (add.isPending) return
          const key = { name, rights: [...rights], masked, ...expiryOf(days) }
          add.mutate(key, { onSuccess: props.onToken })
        }}
      >
        <TeamFailure error={add.error} />
        <TextField
          label={texts.keyName}
          hint={texts.keyNameHint}
          value={name}
          onChange={setName}
          maxLength={100}
          focused
        />
        <fieldset className="stack plain">
          <legend>{texts.keyRights}</legend>
          {own.map(right => (
            <label key={right} className="labelled">
              <input
                type="checkbox"
                className="check-box"
                checked={rights.includes(right)}
                onChange={() => turn(right)}
              />
              {texts.rights[right]}
            </label>
          ))}
        </fieldset>
        <label className="labelled">
          <input
            type="checkbox"
            className="check-box"
            checked={masked}
            onChange={() => setMasked(!masked)}
          />
          {texts.masked}
        </label>
        <SelectField
          label={texts.validFor}
          value={days}
          choices={DAYS.map(value => ({ value: value as string, label: texts.valid[value] }))}
          onChange={next => setDays(next)}
        />
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {texts.addKey}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
