/** Adds an address of seed tests, with its mailbox, for the account. */
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { PasswordField, TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useAddSeedAddress } from './calls.ts'
import { useSeedTexts } from './words.ts'

export function AddAddressDialog({ onClose }: { onClose(): void }) {
  const texts = useSeedTexts()
  const common = useTexts('common')
  const accountId = useSession().data?.account.id
  const add = useAddSeedAddress()
  const [address, setAddress] = useState('')
  const [server, setServer] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const login = [user.trim() || address.trim(), password].map(encodeURIComponent).join(':')
  const url = `imaps://${login}@${server.trim()}/INBOX`
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          const body = { accountId, url, seedAddress: address.trim() }
          if (!add.isPending) add.mutate(body, { onSuccess: onClose })
        }}
      >
        {add.error && <Failure error={add.error} />}
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
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={add.isPending}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
