/** Adds a domain: keys for its emails are made, and their records shown. */
import { useNavigate } from '@tanstack/react-router'
import { OneFieldDialog } from '../../parts/one-field-dialog.tsx'
import { useAddKeys } from '../../shared/setup/calls.ts'
import { useDomainTexts } from './words.ts'

export function AddDomainDialog({ onClose }: { onClose(): void }) {
  const texts = useDomainTexts()
  const navigate = useNavigate()
  const add = useAddKeys()
  return (
    <OneFieldDialog
      title={texts.add}
      label={texts.domain}
      hint={texts.domainHint}
      most={255}
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onAdd={domain =>
        add.mutate(domain, {
          onSuccess: ({ items }) => {
            void navigate({ to: '/domains', search: { domain: items[0]?.domain } })
            onClose()
          },
        })
      }
    />
  )
}
