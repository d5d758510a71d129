/** The fields of a server of mail: its host, how the connection is encrypted, and its port. */
import type { ReactNode } from 'react'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { useServerTexts } from './words.ts'

export type Encryption = 'tls' | 'starttls' | 'none'

export interface Server {
  host: string
  /** Empty: the usual one. */
  port: string
  encryption: Encryption
}

export function ServerFields(props: {
  of: Server
  example: string
  /** In the order of the choices, with their names. */
  encryptions: readonly (readonly [value: Encryption, label: string])[]
  usualPort?: number
  onChange(changed: Partial<Server>): void
  /** The fields of the log-in there. */
  children: ReactNode
}) {
  const texts = useServerTexts()
  const { of, example, encryptions, usualPort, onChange } = props
  return (
    <>
      <TextField
        label={texts.server}
        placeholder={example}
        value={of.host}
        onChange={host => onChange({ host })}
        maxLength={255}
        autoComplete="off"
      />
      <SelectField<Encryption>
        label={texts.encryption}
        value={of.encryption}
        choices={encryptions.map(([value, label]) => ({ value, label }))}
        onChange={encryption => onChange({ encryption })}
      />
      <TextField
        label={texts.port}
        {...(usualPort !== undefined && { placeholder: String(usualPort) })}
        value={of.port}
        onChange={port => onChange({ port })}
        maxLength={5}
        optional
      />
      {props.children}
    </>
  )
}
