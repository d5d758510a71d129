/** Adds an address of seed tests, with its mailbox, for the account. */
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { PasswordField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAddSeedAddress } from './calls.ts'
import { useSeedTexts } from './words.ts'

export function AddAddressDialog({ onClose }: { onClose(): void }) {
  const texts = useSeedTexts()
  const accountId = useSession().data?.account.id
  const add = useAddSeedAddress()
  const [address, setAddress] = useState('')
  const [server, setServer] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const login = [user.trim() || address.trim(), password].map(encodeURIComponent).join(':')
  const url = `imaps://${login}@${server.trim()}/INBOX`
  return (
    <FormDialog
      title={texts.add}
      act={texts.add}
      error={add.error}
      busy={add.isPending}
      onSubmit={() => {
        const body = { accountId, url, seedAddress: address.trim() }
        add.mutate(body, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.address}
        hint={texts.addressHint}
        type="email"
        value={address}
        onChange={setAddress}
        maxLength={320}
        focused
      />
      <TextField
        label={texts.server}
        hint={texts.serverHint}
        value={server}
        onChange={setServer}
        maxLength={250}
      />
      <TextField
        label={texts.user}
        placeholder={address}
        value={user}
        onChange={setUser}
        maxLength={320}
        optional
      />
      <PasswordField
        label={texts.password}
        shown={texts.show}
        value={password}
        onChange={setPassword}
      />
      <p className="soft small">{texts.sealed}</p>
    </FormDialog>
  )
}
