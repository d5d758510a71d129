/** Adds a domain: keys for its emails are made, and their records shown. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { useSaid } from '../../parts/said.ts'
import { useAddKeys } from '../../shared/setup/calls.ts'
import { useTexts } from '../../texts/language.tsx'
import { useDomainTexts } from './words.ts'

export function AddDomainDialog({ onClose }: { onClose(): void }) {
  const texts = useDomainTexts()
  const common = useTexts('common')
  const said = useSaid()
  const navigate = useNavigate()
  const add = useAddKeys()
  const [domain, setDomain] = useState('')
  const submit = () => {
    if (add.isPending || domain.trim() === '') return
    add.mutate(domain.trim(), {
      onSuccess: ({ items }) => {
        void navigate({ to: '/domains', search: { domain: items[0]?.domain } })
        onClose()
      },
    })
  }
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={texts.domain}
          hint={texts.domainHint}
          value={domain}
          onChange={setDomain}
          problem={add.error ? said(add.error) : undefined}
          maxLength={255}
          autoComplete="off"
          focused
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={add.isPending || domain.trim() === ''}>
            {texts.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
