/** The published lists that a newsletter stands under. */
import { usePublishedPlaces } from '../../api/published.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { EntryActions, EntryBadge } from './entry-actions.tsx'
import './published.css'

/** `sendingId`: of this sending only. Nothing, if it stands nowhere. */
export function PublishedPlaces(props: { newsletterId: number; sendingId?: number }) {
  const texts = useTexts('published')
  const { day } = useFormats()
  const { data } = usePublishedPlaces(props.newsletterId)
  const places = (data?.places ?? []).filter(
    ({ sendingId, active }) =>
      active && (props.sendingId === undefined || sendingId === props.sendingId),
  )
  if (places.length === 0) return null
  return (
    <section className="stack published-places">
      <h2>{texts.under}</h2>
      <ul>
        {places.map(({ listId, number, state, title, listName, address, corrected }) => (
          <li key={`${listId} ${number}`}>
            <span className="wrap">
              {state === 'published' ? (
                <a href={address}>
                  <bdi>{listName}</bdi>
                </a>
              ) : (
                <bdi>{listName}</bdi>
              )}
              {corrected !== null && <span className="sub">{texts.corrected(day(corrected))}</span>}
            </span>
            <EntryBadge state={state} />
            <EntryActions place={{ listId, number }} state={state} title={title} />
          </li>
        ))}
      </ul>
    </section>
  )
}
