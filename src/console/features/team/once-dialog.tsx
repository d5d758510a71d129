/** A secret that is shown once: a link, or a key. */
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../texts/language.tsx'

export function OnceDialog(props: {
  title: string
  tells: string
  warning?: string | undefined
  secret: string
  onClose(): void
}) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const { title, tells, warning, secret, onClose } = props
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {warning !== undefined && <p className="note warn">{warning}</p>}
        <p>{tells}</p>
        <CopyText value={secret} copy={texts.copy} copied={texts.copied} />
        <div className="dialog-acts">
          <Button look="primary" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
