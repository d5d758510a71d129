/** The maker of an API key, the rights it lost with theirs, and taking it over. */
import type { ApiKeyAnswer } from '../../../actions/api-keys/api-keys.ts'
import { useTakeOverKey } from '../../api/team.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'

export function KeyMaker({ of: { maker, lost, rights, why } }: { of: ApiKeyAnswer }) {
  const texts = useTexts('team')
  const { nobody } = texts.makers
  const who = maker.kind === 'person' ? (maker.email ?? nobody) : texts.makers[maker.kind]
  const stopped = lost.length === rights.length
  const words = lost.map(right => texts.rights[right]).join(', ')
  return (
    <>
      <span className="sub wrap">
        <bdi>{texts.madeBy(who)}</bdi>
      </span>
      {why !== null && (
        <span className="sub wrap">
          <span className="tag bad">{stopped ? texts.stopped : texts.without(words)}</span>{' '}
          {texts.lossWhy[why]}
        </span>
      )}
    </>
  )
}

export function TakeOverDialog({ of, onClose }: { of: ApiKeyAnswer; onClose(): void }) {
  const texts = useTexts('team')
  const common = useTexts('common')
  const toast = useToast()
  const takeOver = useTakeOverKey()
  const confirm = () => {
    const onSuccess = () => {
      toast({ text: texts.takenOver(of.name) })
      onClose()
    }
    takeOver.mutate(of.id, { onSuccess })
  }
  return (
    <Dialog title={texts.takeOverAsks(of.name)} onClose={onClose}>
      <div className="stack">
        <p>{texts.takeOverTells}</p>
        <TeamFailure error={takeOver.error} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button look="primary" busy={takeOver.isPending} onClick={confirm}>
            {texts.takeOver}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
