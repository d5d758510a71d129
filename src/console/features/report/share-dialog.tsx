/** Links to a report for people who do not sign in: made, copied, revoked. */
import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useSharedReports, useShareReport, useUnshareReport } from './calls.ts'

const DAYS = ['7', '30', '90', '365'] as const

export function ShareDialog({ sendingId, onClose }: { sendingId: number; onClose(): void }) {
  const texts = useTexts('report')
  const { date, number } = useFigures()
  const shared = useSharedReports(sendingId)
  const share = useShareReport(sendingId)
  const revoke = useUnshareReport(sendingId)
  const [days, setDays] = useState<string>('30')
  const failed = shared.error ?? share.error ?? revoke.error
  return (
    <Dialog title={texts.share} onClose={onClose}>
      <div className="stack">
        <p>{texts.shareHint}</p>
        {failed && <Failure error={failed} />}
        {(shared.data ?? []).map(({ id, url, expires }) => (
          <div key={id} className="stack shared-link">
            <CopyText value={url} copy={texts.copyLink} copied={texts.linkCopied} />
            <p className="soft">
              {texts.sharedUntil(date(expires))}{' '}
              <Button busy={revoke.isPending} onClick={() => revoke.mutate(id)}>
                {texts.revoke}
              </Button>
            </p>
          </div>
        ))}
        <SelectField
          label={texts.sharedFor}
          value={days}
          choices={DAYS.map(value => ({ value, label: texts.days(number(Number(value))) }))}
          onChange={setDays}
        />
        <div className="dialog-acts">
          <Button look="primary" busy={share.isPending} onClick={() => share.mutate(Number(days))}>
            {texts.makeLink}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
