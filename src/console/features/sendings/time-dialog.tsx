/** Another time for a scheduled sending; its audience and content stay. */
import { useState } from 'react'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useSendingTime } from '../../api/sendings.ts'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import {
  localTime,
  momentIn,
  momentText,
  zoneHere,
  zones,
} from '../../shared/sendings/zone-times.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function TimeDialog(props: {
  sending: LiveSending
  order: NonNullable<LiveSending['order']>
  onClose(): void
}) {
  const texts = useTexts('sendings')
  const { zonedDay } = useFigures()
  const toast = useToast()
  const { sending, order, onClose } = props
  const { local } = order
  const save = useSendingTime(sending.id)
  const [zone, setZone] = useState(sending.zone)
  const [at, setAt] = useState(local?.at.replace(' ', 'T') ?? localTime(sending.startsAt, zone))
  const moment = local ? undefined : momentIn(at, zone)
  const here = moment === undefined ? '' : zonedDay(new Date(moment).toISOString())
  return (
    <FormDialog
      title={texts.changeTime}
      act={texts.saveTime}
      keep={texts.keepTime}
      error={save.error}
      busy={save.isPending || at === ''}
      onSubmit={() => {
        const body = { at: momentText(at), zone }
        save.mutate(body, {
          onSuccess() {
            toast({ text: texts.timeChanged })
            onClose()
          },
        })
      }}
      onClose={onClose}
    >
      <p>{texts.changeTimeHint}</p>
      <TextField
        type="datetime-local"
        label={texts.dayAndTime}
        value={at}
        onChange={setAt}
        focused
      />
      {!local && (
        <SelectField
          label={texts.zone}
          value={zone}
          choices={[...new Set([sending.zone, ...zones()])].map(name => ({
            value: name,
            label: name,
          }))}
          onChange={setZone}
        />
      )}
      {here !== '' && zone !== zoneHere() && <p className="soft">{texts.timeHere(here)}</p>}
    </FormDialog>
  )
}
