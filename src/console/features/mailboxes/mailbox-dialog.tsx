/** Adds a mailbox, or gives one another server, password or interval. */
import { type ReactNode, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { LoginFields } from '../../shared/servers/login-fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type KnownMailbox, useAddMailbox, useChangeMailbox } from './calls.ts'
import {
  type MailboxEncryption,
  type MailboxFields,
  mailboxUrl,
  NO_MAILBOX,
  type Protocol,
} from './mailbox-address.ts'
import { useMailboxTexts } from './words.ts'

const PROTOCOLS: readonly Protocol[] = ['imap', 'pop3']
const ENCRYPTIONS: readonly MailboxEncryption[] = ['tls', 'starttls', 'none']
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
    <Form title={texts.add} act={texts.add} saving={add} seconds={seconds} {...{ save, onClose }}>
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
    </Form>
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
    <Form title={texts.change} act={texts.save} saving={change} {...{ save, onClose }}>
      <AddressFields of={fields} onChange={setFields} />
      <p className="soft small">{texts.sealed}</p>
    </Form>
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
    <Form
      title={texts.how}
      act={texts.save}
      saving={change}
      seconds={seconds}
      {...{ save, onClose }}
    >
      <SecondsField value={seconds} onChange={setSeconds} />
    </Form>
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

function Form(props: {
  title: string
  act: string
  saving: { isPending: boolean; error: Error | null }
  /** A field of the form. */
  seconds?: string
  save(): void
  onClose(): void
  children: ReactNode
}) {
  const { title, act, saving, seconds = USUAL_SECONDS, save, onClose } = props
  const common = useTexts('common')
  const busy = saving.isPending || !isNumber(seconds)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!busy) save()
        }}
      >
        {saving.error && <Failure error={saving.error} />}
        {props.children}
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

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
      <TextField
        label={texts.server}
        placeholder={texts.serverExample}
        value={of.host}
        onChange={host => set({ host })}
        maxLength={255}
        autoComplete="off"
      />
      <SelectField<MailboxEncryption>
        label={texts.encryption}
        value={of.encryption}
        choices={ENCRYPTIONS.map(value => ({ value, label: texts.encryptions[value] }))}
        onChange={encryption => set({ encryption })}
      />
      <TextField
        label={texts.port}
        value={of.port}
        onChange={port => set({ port })}
        maxLength={5}
        optional
      />
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
    </>
  )
}
