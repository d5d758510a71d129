/** Why a sending stands still, in the words of the reader. */
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useReasonWords } from '../../parts/said.ts'
import { useTexts } from '../../texts/language.tsx'

export function StandstillNote({ of }: { of: LiveSending['stands'] }) {
  const texts = useTexts('sendings')
  const reasonWords = useReasonWords()
  const why =
    of === null
      ? ''
      : texts.stands[of.why](reasonWords({ reason: of.said, why: of.saidWhy ?? null }))
  if (why === '') return null
  return (
    <p className="note warn" role="status">
      <span>
        <b>{texts.standstill}</b> <bdi className="wrap">{why}</bdi>
      </span>
    </p>
  )
}
