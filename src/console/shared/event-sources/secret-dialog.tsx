/** What is entered in the settings of a shop; the secret is shown this once. */
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type MadeSecret, wholeAddress } from './calls.ts'
import { useEventTexts } from './words.ts'

export function SecretDialog(props: {
  tells: string
  made: Pick<MadeSecret, 'secret'> & Partial<MadeSecret>
  onClose(): void
}) {
  const texts = useEventTexts()
  const common = useTexts('common')
  const { tells, made, onClose } = props
  const copied = { copy: texts.copy, copied: texts.copied }
  return (
    <Dialog title={texts.secret} onClose={onClose}>
      <div className="stack">
        <p>{tells}</p>
        {made.address !== undefined && (
          <div className="stack event-once">
            <span className="soft small">{texts.address}</span>
            <CopyText value={wholeAddress(made.address)} {...copied} />
            <span className="soft small">{texts.secret}</span>
          </div>
        )}
        <CopyText value={made.secret} {...copied} />
        <div className="dialog-acts">
          <Button look="primary" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
