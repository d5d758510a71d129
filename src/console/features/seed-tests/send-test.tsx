/** Sends a seed test of one of the newsletters changed last. */
import { useState } from 'react'
import { useBoard } from '../../api/newsletters.ts'
import { SelectField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useSendSeedTest } from './calls.ts'
import { useSeedTexts } from './words.ts'

export function SendTestDialog(props: { addresses: number; onClose(): void }) {
  const texts = useSeedTexts()
  const board = useBoard()
  const send = useSendSeedTest()
  const [chosen, setChosen] = useState<string>()
  const newsletters = board.data?.pages.flatMap(({ items }) => items) ?? []
  const newsletterId = Number(chosen ?? newsletters[0]?.id)
  return (
    <FormDialog
      title={texts.send}
      act={texts.send}
      error={send.error}
      busy={send.isPending || !(newsletterId > 0)}
      onSubmit={() => send.mutate({ newsletterId }, { onSuccess: props.onClose })}
      onClose={props.onClose}
    >
      <SelectField
        label={texts.newsletter}
        value={String(newsletterId)}
        choices={newsletters.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={setChosen}
      />
      <p className="soft small">{texts.sendHint(props.addresses)}</p>
    </FormDialog>
  )
}
