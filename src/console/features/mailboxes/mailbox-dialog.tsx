/** Adds a mailbox, or gives one another server, password or interval. */
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { LoginFields } from '../../shared/servers/login-fields.tsx'
import { ServerFields } from '../../shared/servers/server-fields.tsx'
import { useServerTexts } from '../../shared/servers/words.ts'
import { type KnownMailbox, useAddMailbox, useChangeMailbox } from './calls.ts'
import { type MailboxFields, mailboxUrl, NO_MAILBOX, type Protocol } from './mailbox-address.ts'
import { useMailboxTexts } from './words.ts'

const PROTOCOLS: readonly Protocol[] = ['imap', 'pop3']
/** Usual of `POST /installation/mailboxes`. */
const USUAL_SECONDS = '60'

export function AddMailboxDialog({ onClose }: { onClose(): void }) {
  const texts = useMailboxTexts()
  const own = useSession().data?.account.id
  const add = useAddMailbox()
  const [fields, setFields] = useState(NO_MAILBOX)
  const [whose, setWhose] = useState<'all' | 'own'>('all')
  const [seconds, setSeconds] = useState(USUAL_SECONDS)
  const accountId = whose === 'own' ? own : undefined
  const save = () =>
    add.mutate(
      { accountId, url: mailboxUrl(fields), everySeconds: Number(seconds) },
      { onSuccess: onClose },
    )
  return (
    <FormDialog
      title={texts.add}
      act={texts.add}
      error={add.error}
      busy={add.isPending || !isNumber(seconds)}
      onSubmit={save}
      onClose={onClose}
    >
      <AddressFields of={fields} onChange={setFields} />
      <SelectField<'all' | 'own'>
        label={texts.whose}
        value={whose}
        choices={[
          { value: 'all', label: texts.whoseAll },
          { value: 'own', label: texts.whoseOwn },
        ]}
        onChange={setWhose}
      />
      <SecondsField value={seconds} onChange={setSeconds} />
      <p className="soft small">{texts.sealed}</p>
    </FormDialog>
  )
}

export function MoveMailboxDialog({ of, onClose }: { of: KnownMailbox; onClose(): void }) {
  const texts = useMailboxTexts()
  const change = useChangeMailbox()
  const [fields, setFields] = useState(NO_MAILBOX)
  const save = useSaved(onClose, onSuccess =>
    change.mutate({ of, url: mailboxUrl(fields) }, { onSuccess }),
  )
  return (
    <FormDialog
      title={texts.change}
      act={texts.save}
      error={change.error}
      busy={change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <AddressFields of={fields} onChange={setFields} />
      <p className="soft small">{texts.sealed}</p>
    </FormDialog>
  )
}

export function IntervalDialog({ of, onClose }: { of: KnownMailbox; onClose(): void }) {
  const texts = useMailboxTexts()
  const change = useChangeMailbox()
  const [seconds, setSeconds] = useState(String(of.everySeconds))
  const save = useSaved(onClose, onSuccess =>
    change.mutate({ of, everySeconds: Number(seconds) }, { onSuccess }),
  )
  return (
    <FormDialog
      title={texts.how}
      act={texts.save}
      error={change.error}
      busy={change.isPending || !isNumber(seconds)}
      onSubmit={save}
      onClose={onClose}
    >
      <SecondsField value={seconds} onChange={setSeconds} />
    </FormDialog>
  )
}

function useSaved(onClose: () => void, save: (onSuccess: () => void) => void): () => void {
  const texts = useMailboxTexts()
  const toast = useToast()
  return () =>
    save(() => {
      toast({ text: texts.saved })
      onClose()
    })
}

const isNumber = (text: string): boolean => /^\d{1,6}$/.test(text.trim())

function SecondsField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const texts = useMailboxTexts()
  return (
    <TextField
      label={texts.seconds}
      hint={texts.secondsHint}
      value={value}
      problem={isNumber(value) ? undefined : texts.notNumber}
      onChange={onChange}
      maxLength={6}
    />
  )
}

function AddressFields(props: { of: MailboxFields; onChange(next: MailboxFields): void }) {
  const texts = useMailboxTexts()
  const servers = useServerTexts()
  const { of, onChange } = props
  const set = (changed: Partial<MailboxFields>) => onChange({ ...of, ...changed })
  return (
    <>
      <SelectField<Protocol>
        label={texts.protocol}
        value={of.protocol}
        choices={PROTOCOLS.map(value => ({ value, label: texts.protocols[value] }))}
        onChange={protocol => set({ protocol })}
      />
      <ServerFields
        of={of}
        example="imap.example.com"
        encryptions={[
          ['tls', servers.tls],
          ['starttls', servers.starttls],
          ['none', servers.notAtAll],
        ]}
        onChange={set}
      >
        {of.protocol === 'imap' && (
          <TextField
            label={texts.folder}
            hint={texts.folderHint}
            value={of.folder}
            onChange={folder => set({ folder })}
            maxLength={255}
            optional
          />
        )}
        <LoginFields
          of={of.login}
          passwordOnly={of.protocol === 'pop3'}
          onChange={login => set({ login })}
        />
      </ServerFields>
    </>
  )
}
