/** The tags that read the feed of a trigger. */
import { useFeedOfEmail } from './tried-feed.ts'
import { useFeedTexts } from './words.ts'

export function FeedTags({ onChoose }: { onChoose(name: string): void }) {
  const texts = useFeedTexts()
  const shown = useFeedOfEmail()?.shown
  const tags = [
    { name: 'feed.title', label: texts.tags.title, value: shown?.title },
    { name: 'feed.count', label: texts.tags.count, value: shown && String(shown.items.length) },
    { name: 'feed.items[0].title', label: texts.tags.first, value: shown?.items[0]?.title },
  ]
  return (
    <>
      <p className="faint tiny">{texts.tagsOfFeed}</p>
      <ul>
        {tags.map(({ name, label, value }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name)}>
              <code>{name}</code>
              <span className="trunc">{label}</span>
              <span className="push trunc faint">
                <bdi>{value || '–'}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
