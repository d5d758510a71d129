/** Sends a seed test of one of the newsletters changed last. */
import { useState } from 'react'
import { useBoard } from '../../api/newsletters.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useSendSeedTest } from './calls.ts'
import { useSeedTexts } from './words.ts'

export function SendTestDialog(props: { addresses: number; onClose(): void }) {
  const texts = useSeedTexts()
  const common = useTexts('common')
  const board = useBoard()
  const send = useSendSeedTest()
  const [chosen, setChosen] = useState<string>()
  const newsletters = board.data?.pages.flatMap(({ items }) => items) ?? []
  const newsletterId = Number(chosen ?? newsletters[0]?.id)
  return (
    <Dialog title={texts.send} onClose={props.onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!send.isPending && newsletterId > 0)
            send.mutate({ newsletterId }, { onSuccess: props.onClose })
        }}
      >
        {send.error && <Failure error={send.error} />}
        <SelectField
          label={texts.newsletter}
          value={String(newsletterId)}
          choices={newsletters.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={setChosen}
        />
        <p className="soft small">{texts.sendHint(props.addresses)}</p>
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.close}</Button>
          <Button look="primary" type="submit" busy={send.isPending}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
