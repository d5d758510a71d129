/** Fields of a relay: its server, and the log-in there. */
import { LoginFields } from '../servers/login-fields.tsx'
import { ServerFields } from '../servers/server-fields.tsx'
import { useServerTexts } from '../servers/words.ts'
import { type RelayFields, USUAL_PORTS } from './relay-address.ts'

export function AddressFields(props: { of: RelayFields; onChange(next: RelayFields): void }) {
  const texts = useServerTexts()
  const { of, onChange } = props
  const set = (changed: Partial<RelayFields>) => onChange({ ...of, ...changed })
  return (
    <ServerFields
      of={of}
      example="smtp.example.com"
      encryptions={[
        ['starttls', texts.starttlsRequired],
        ['tls', texts.tls],
        ['none', texts.notAtAll],
      ]}
      usualPort={USUAL_PORTS[of.encryption]}
      onChange={set}
    >
      <LoginFields of={of.login} optional onChange={login => set({ login })} />
    </ServerFields>
  )
}
