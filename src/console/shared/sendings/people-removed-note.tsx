/** The note that the recipients of a sending were removed, with the totals that are kept. */
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function PeopleRemovedNote({ of }: { of: LiveSending['peopleRemoved'] }) {
  const texts = useTexts('sendings')
  const { date } = useFigures()
  if (of === null) return null
  return (
    <p className="note">
      <span>
        <b>{texts.peopleRemoved}</b> {texts.peopleRemovedOn(date(of.at), of.months)}
      </span>
    </p>
  )
}
