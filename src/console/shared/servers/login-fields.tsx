/** The fields of a log-in: a password, or a token of Microsoft 365, Google or another service. */
import { PasswordField, SelectField, TextField } from '../../parts/fields.tsx'
import type { Login, LoginKind, TokenService } from './login.ts'
import { useServerTexts } from './words.ts'

const KINDS: readonly LoginKind[] = ['password', 'token']
const SERVICES: readonly TokenService[] = ['microsoft', 'google', 'other']
/** Tokens are long. */
const MOST_TOKEN = 4_000

export function LoginFields(props: {
  of: Login
  /** The server may ask for none. */
  optional?: boolean
  /** POP3 has no log-in by tokens. */
  passwordOnly?: boolean
  onChange(next: Login): void
}) {
  const texts = useServerTexts()
  const { of, optional, passwordOnly, onChange } = props
  const set = (changed: Partial<Login>) => onChange({ ...of, ...changed })
  const line = (name: 'tenant' | 'tokenUrl' | 'clientId' | 'scope', hint?: string) => (
    <TextField
      label={texts[name]}
      {...(hint !== undefined && { hint })}
      value={of[name]}
      onChange={value => set({ [name]: value })}
      maxLength={500}
      autoComplete="off"
      optional={name === 'scope'}
    />
  )
  const secret = (name: 'clientSecret' | 'refreshToken') => (
    <PasswordField
      label={texts[name]}
      shown={texts.show(texts[name])}
      value={of[name]}
      onChange={value => set({ [name]: value.slice(0, MOST_TOKEN) })}
    />
  )
  return (
    <>
      <TextField
        label={texts.user}
        {...(optional && { hint: texts.userHint })}
        value={of.user}
        onChange={user => set({ user })}
        maxLength={320}
        autoComplete="off"
        optional={optional ?? false}
      />
      {of.user !== '' && !passwordOnly && (
        <SelectField<LoginKind>
          label={texts.login}
          value={of.kind}
          choices={KINDS.map(value => ({ value, label: texts.kinds[value] }))}
          onChange={kind => set({ kind })}
        />
      )}
      {of.user !== '' && of.kind === 'password' && (
        <PasswordField
          label={texts.password}
          shown={texts.show(texts.password)}
          value={of.password}
          onChange={password => set({ password })}
        />
      )}
      {of.user !== '' && of.kind === 'token' && !passwordOnly && (
        <>
          <SelectField<TokenService>
            label={texts.service}
            value={of.service}
            choices={SERVICES.map(value => ({ value, label: texts.services[value] }))}
            hint={texts.serviceHints[of.service]}
            onChange={service => set({ service })}
          />
          {of.service === 'microsoft' && line('tenant', texts.tenantHint)}
          {of.service === 'other' && line('tokenUrl', texts.tokenUrlHint)}
          {line('clientId')}
          {secret('clientSecret')}
          {of.service === 'google' && secret('refreshToken')}
          {of.service === 'other' && (
            <>
              <TextField
                label={texts.refreshToken}
                hint={texts.refreshTokenHint}
                value={of.refreshToken}
                onChange={refreshToken => set({ refreshToken })}
                maxLength={MOST_TOKEN}
                autoComplete="off"
                optional
              />
              {line('scope')}
            </>
          )}
        </>
      )}
    </>
  )
}
