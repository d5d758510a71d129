/** Why a sending stands still, in the words of the reader. */
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useTextsOf } from '../../texts/language.tsx'
import { sendingsTexts } from '../../texts/sendings/texts.ts'

export function StandstillNote({ of }: { of: LiveSending['stands'] }) {
  const texts = useTextsOf(sendingsTexts)
  const why = of === null ? '' : texts.stands[of.why](of.said ?? '')
  if (why === '') return null
  return (
    <p className="note warn" role="status">
      <span>
        <b>{texts.standstill}</b> <bdi className="wrap">{why}</bdi>
      </span>
    </p>
  )
}
