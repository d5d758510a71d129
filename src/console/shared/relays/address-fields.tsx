/** Fields of a relay: its server, and the log-in there. */
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { LoginFields } from '../servers/login-fields.tsx'
import { type Encryption, type RelayFields, USUAL_PORTS } from './relay-address.ts'

const ENCRYPTIONS: readonly Encryption[] = ['starttls', 'tls', 'none']

export function AddressFields(props: { of: RelayFields; onChange(next: RelayFields): void }) {
  const texts = useTexts('relays')
  const { of, onChange } = props
  const set = (changed: Partial<RelayFields>) => onChange({ ...of, ...changed })
  return (
    <>
      <TextField
        label={texts.host}
        placeholder={texts.hostExample}
        value={of.host}
        onChange={host => set({ host })}
        maxLength={255}
        autoComplete="off"
      />
      <SelectField<Encryption>
        label={texts.encryption}
        value={of.encryption}
        choices={ENCRYPTIONS.map(value => ({ value, label: texts.encryptions[value] }))}
        onChange={encryption => set({ encryption })}
      />
      <TextField
        label={texts.port}
        placeholder={String(USUAL_PORTS[of.encryption])}
        value={of.port}
        onChange={port => set({ port })}
        maxLength={5}
        optional
      />
      <LoginFields of={of.login} optional onChange={login => set({ login })} />
    </>
  )
}
