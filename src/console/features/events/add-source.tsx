/** Adds a source of events, with the paths that its shop is known to have. */
import { useState } from 'react'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import {
  type MadeSecret,
  type SourceInput,
  useAddSource,
} from '../../shared/event-sources/calls.ts'
import { SecretDialog } from '../../shared/event-sources/secret-dialog.tsx'
import { useEventTexts } from '../../shared/event-sources/words.ts'

type Scheme = NonNullable<SourceInput['scheme']>

const SCHEMES: readonly Scheme[] = ['woocommerce', 'shopify', 'standard', 'github']

/** Of orders, as the reference of each shop has them. */
const KNOWN_PATHS: Record<Scheme, Pick<SourceInput, 'emailAt' | 'values'>> = {
  woocommerce: { emailAt: 'billing.email', values: { total: 'total', items: 'line_items' } },
  shopify: { emailAt: 'email', values: { total: 'total_price', items: 'line_items' } },
  standard: {},
  github: {},
}

/** `onShown`: its secret was shown, and may be configured further. */
export function AddSourceDialog(props: { onClose(): void; onShown(source: string): void }) {
  const texts = useEventTexts()
  const add = useAddSource()
  const [{ name, scheme, event, secret }, setTyped] = useState({
    name: '',
    scheme: 'woocommerce' as Scheme,
    event: '',
    secret: '',
  })
  const typed = { name, scheme, event, secret }
  const [made, setMade] = useState<MadeSecret>()
  if (made)
    return (
      <SecretDialog
        tells={texts.once}
        made={made}
        onClose={() => {
          props.onClose()
          props.onShown(name.trim())
        }}
      />
    )
  return (
    <FormDialog
      title={texts.add}
      act={texts.add}
      error={add.error}
      busy={add.isPending}
      onSubmit={() => {
        const own = secret.trim()
        const given = { name, scheme, event: event.trim(), ...KNOWN_PATHS[scheme] }
        add.mutate({ ...given, ...(own !== '' && { secret: own }) }, { onSuccess: setMade })
      }}
      onClose={props.onClose}
    >
      <TextField
        label={texts.sourceName}
        hint={texts.sourceNameHint}
        value={name}
        maxLength={100}
        focused
        onChange={next => setTyped({ ...typed, name: next })}
      />
      <SelectField
        label={texts.scheme}
        hint={texts.schemeHint}
        value={scheme}
        choices={SCHEMES.map(value => ({ value, label: texts.schemes[value] }))}
        onChange={next => setTyped({ ...typed, scheme: next })}
      />
      <TextField
        label={texts.eventName}
        hint={texts.eventNameHint}
        value={event}
        maxLength={100}
        onChange={next => setTyped({ ...typed, event: next })}
      />
      <TextField
        label={texts.ownSecret}
        hint={texts.ownSecretHint}
        value={secret}
        maxLength={200}
        autoComplete="off"
        optional
        onChange={next => setTyped({ ...typed, secret: next })}
      />
    </FormDialog>
  )
}
