/** A scheduled sending: its time in both zones, its newsletter, its audience. */
import { Link } from '@tanstack/react-router'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

export function Planned({ sending }: { sending: LiveSending }) {
  const texts = useTexts('sendings')
  const { zonedDay } = useFigures()
  const { dueAt, zone, subject, listName, listId, newsletterId, name, sender } = sending
  const here = zonedDay(dueAt)
  const there = zonedDay(dueAt, zone)
  return (
    <section className="sec">
      <dl className="pairs planned">
        <div>
          <dt>{texts.begins}</dt>
          <dd>
            {here}
            {there !== here && <span className="sub">{texts.zoneOfList(`${there}, ${zone}`)}</span>}
          </dd>
        </div>
        <div>
          <dt>{texts.newsletter}</dt>
          <dd>
            <Link to="/newsletters/$id" params={{ id: String(newsletterId) }}>
              <bdi>{name}</bdi>
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.subject}</dt>
          <dd className="wrap">
            <bdi>{subject}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.list}</dt>
          <dd>
            <Link to="/lists/$id" params={{ id: String(listId) }}>
              <bdi>{listName}</bdi>
            </Link>
          </dd>
        </div>
        <div>
          <dt>{texts.from}</dt>
          <dd>{sender.domain}</dd>
        </div>
      </dl>
    </section>
  )
}
