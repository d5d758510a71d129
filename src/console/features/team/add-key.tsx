/** Makes an API key with rights that its maker has. */
import type { ApiKeyAnswer } from '../../../actions/api-keys/api-keys.ts'
import { forgetKept, useKept } from '../../api/kept.ts'
import { useSession } from '../../api/session.ts'
import { useAddKey } from '../../api/team.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { NumberField, YesNo } from '../../parts/small-fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { BindingFields, bindingOf, type ChosenBinding, UNBOUND } from './key-binding.tsx'

type Right = ApiKeyAnswer['rights'][number]

const DAYS = ['30', '90', '365', ''] as const
const DAY_MILLIS = 86_400_000

const expiryOf = (days: string) =>
  days === '' ? {} : { expires: new Date(Date.now() + Number(days) * DAY_MILLIS).toISOString() }

/** The key of the persisted form. */
export const NEW_KEY = 'key.add'

interface TypedKey {
  name: string
  rights: readonly Right[]
  masked: boolean
  test?: boolean
  days: string
  callsPerMinute?: number
  bound?: ChosenBinding
}

export function AddKeyDialog(props: { onClose(): void; onToken(token: string): void }) {
  const texts = useTexts('team')
  const add = useAddKey()
  const own = useSession().data?.rights ?? []
  const [typed, setTyped] = useKept<TypedKey>(NEW_KEY, {
    name: '',
    rights: ['read'],
    masked: false,
    days: '365',
  })
  const { name, rights, masked, test = false, days, callsPerMinute, bound = UNBOUND } = typed
  const turn = (right: Right) =>
    setTyped({
      ...typed,
      rights: rights.includes(right) ? rights.filter(one => one !== right) : [...rights, right],
    })
  const close = () => {
    forgetKept(NEW_KEY)
    props.onClose()
  }
  return (
    <FormDialog
      title={texts.addKey}
      act={texts.addKey}
      error={add.error}
      busy={add.isPending}
      onSubmit={() => {
        const limit = callsPerMinute === undefined ? {} : { callsPerMinute }
        const given = { name, rights: [...rights], masked, test, ...bindingOf(bound) }
        const key = { ...given, ...expiryOf(days), ...limit }
        const onSuccess = (token: string) => {
          forgetKept(NEW_KEY)
          props.onToken(token)
        }
        add.mutate(key, { onSuccess })
      }}
      onClose={close}
    >
      <TextField
        label={texts.keyName}
        hint={texts.keyNameHint}
        value={name}
        onChange={next => setTyped({ ...typed, name: next })}
        maxLength={100}
        focused
      />
      <fieldset className="stack plain">
        <legend>{texts.keyRights}</legend>
        {own.map(right => (
          <YesNo
            key={right}
            label={texts.rights[right]}
            value={rights.includes(right)}
            onChange={() => turn(right)}
          />
        ))}
      </fieldset>
      <YesNo
        label={texts.masked}
        value={masked}
        onChange={next => setTyped({ ...typed, masked: next })}
      />
      <YesNo
        label={texts.testKey}
        value={test}
        onChange={next => setTyped({ ...typed, test: next })}
      />
      <BindingFields value={bound} onChange={next => setTyped({ ...typed, bound: next })} />
      <SelectField
        label={texts.validFor}
        value={days}
        choices={DAYS.map(value => ({ value: value as string, label: texts.valid[value] }))}
        onChange={next => setTyped({ ...typed, days: next })}
      />
      {own.includes('operate') && (
        <NumberField
          label={texts.callsPerMinute}
          placeholder={texts.callsUsual}
          value={callsPerMinute}
          least={1}
          most={10_000_000}
          onChange={calls => {
            const { callsPerMinute: _, ...others } = typed
            setTyped(calls === undefined ? others : { ...others, callsPerMinute: calls })
          }}
        />
      )}
    </FormDialog>
  )
}
