/** The secret of a webhook, which is shown this once, in both of its forms. */
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { WebhookSecret } from './calls.ts'
import { useWebhookTexts } from './words.ts'

export function SecretDialog({ made, onClose }: { made: WebhookSecret; onClose(): void }) {
  const texts = useWebhookTexts()
  const common = useTexts('common')
  const copied = { copy: texts.copy, copied: texts.copied }
  return (
    <Dialog title={texts.secret} onClose={onClose} wide>
      <div className="stack">
        <p>{texts.secretTells(made.keyId)}</p>
        <span className="soft small">{texts.secretPlain}</span>
        <CopyText value={made.secret} {...copied} />
        <span className="soft small">{texts.secretStandard}</span>
        <CopyText value={made.standardSecret} {...copied} />
        {made.publicKey !== null && (
          <>
            <span className="soft small">{texts.publicKey}</span>
            <CopyText value={made.publicKey} {...copied} />
          </>
        )}
        <div className="dialog-acts">
          <Button look="primary" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
