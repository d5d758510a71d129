/** Tags with the values of the person that the preview shows. */
import { useState } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { Popover } from '../../parts/popover.tsx'
import { defaultOf, shortTag, tagOf } from '../../parts/rich-text/tags.ts'
import { LineField } from '../../parts/small-fields.tsx'
import { useTexts } from '../../texts/language.tsx'
import { FeedTags } from '../feeds/feed-tags.tsx'
import { useFeedOfEmail } from '../feeds/tried-feed.ts'
import type { ShownPerson } from './shown-person.ts'

export function TagMenu(props: {
  person: ShownPerson
  /** The tag of the chip that is chosen in the text. */
  chosen?: string | undefined
  onInsert(tag: string): void
}) {
  const { person, chosen, onInsert } = props
  const texts = useTexts('composer')
  return (
    <Popover
      name={texts.insertTag}
      look="btn quiet tag-button"
      width={300}
      button={
        <>
          <Icon name="tag" />
          {texts.tag}
        </>
      }
    >
      {close => (
        <TagChoice
          {...{ person, chosen }}
          onInsert={tag => {
            close()
            // The pane gives the focus back first.
            setTimeout(() => onInsert(tag), 30)
          }}
        />
      )}
    </Popover>
  )
}

function TagChoice(props: {
  person: ShownPerson
  chosen: string | undefined
  onInsert(tag: string): void
}) {
  const { person, chosen, onInsert } = props
  const texts = useTexts('composer')
  const [fallback, setFallback] = useState(chosen === undefined ? '' : (defaultOf(chosen) ?? ''))
  const inEmail = useFeedOfEmail()?.inEmail ?? false
  const current = chosen === undefined ? undefined : shortTag(chosen)
  return (
    <div className="tag-choice">
      <p className="faint tiny">{texts.tagsFor(person.title)}</p>
      <LineField label={texts.ifEmpty} value={fallback} most={200} onChange={setFallback} />
      <ul>
        {person.tags.map(({ name, label, value }) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === current || undefined}
              onClick={() => onInsert(tagOf(name, fallback))}
            >
              <code>{name}</code>
              <span className="trunc">{label}</span>
              <span className="push trunc faint">
                <bdi>{value || '–'}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {inEmail && <FeedTags onChoose={name => onInsert(tagOf(name, fallback))} />}
    </div>
  )
}
