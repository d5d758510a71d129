/** The block of the new items of a feed: how each is shown, and the email tried with a feed. */
import { useState } from 'react'
import type { EmailBlock } from '../../api/email-blocks.ts'
import { useRight } from '../../api/session.ts'
import { useTryFeed } from '../../api/triggers.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { NumberField, YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFigures } from '../../texts/figures.ts'
import { shownOf, useFeedOfEmail } from './tried-feed.ts'
import { TriedItems } from './tried-items.tsx'
import { useFeedTexts } from './words.ts'

type FeedBlock = Extract<EmailBlock, { type: 'feed' }>

const PICTURES = ['beside', 'above', 'none'] as const
const MOST_ITEMS = 30
const MOST_WORDS = 100
/** In characters. */
const LONGEST_ADDRESS = 2_000

export function FeedFields(props: {
  block: FeedBlock
  onChange(block: FeedBlock, part?: string): void
}) {
  const { block, onChange } = props
  const texts = useFeedTexts()
  const mayTry = useRight('people')
  const email = useFeedOfEmail()
  return (
    <>
      <p className="soft small">{texts.fromTrigger}</p>
      <div className="field">
        <span className="label">{texts.picture}</span>
        <Tabs
          label={texts.picture}
          value={block.picture}
          choices={PICTURES.map(value => ({ value, label: texts.pictures[value] }))}
          onChange={picture => onChange({ ...block, picture })}
        />
      </div>
      <div className="two">
        <NumberField
          label={texts.most}
          value={block.most}
          least={1}
          most={MOST_ITEMS}
          onChange={most => onChange({ ...block, most: most || 1 }, `${block.id} most`)}
        />
        <NumberField
          label={texts.words}
          value={block.words}
          least={0}
          most={MOST_WORDS}
          onChange={words => onChange({ ...block, words: words ?? 0 }, `${block.id} words`)}
        />
      </div>
      <YesNo
        label={texts.dates}
        value={block.dates ?? false}
        onChange={dates => onChange({ ...block, dates: dates || undefined })}
      />
      {mayTry && email && <TryInEmail />}
    </>
  )
}

function TryInEmail() {
  const texts = useFeedTexts()
  const { number } = useFigures()
  const { shown, show } = useFeedOfEmail()!
  const [address, setAddress] = useState('')
  const attempt = useTryFeed()
  const read = () => {
    const url = address.trim()
    if (url === '' || attempt.isPending) return
    attempt.mutate(
      { url },
      {
        onSuccess: tried => {
          if (tried.trouble === null && tried.items.length > 0) show(shownOf(tried))
        },
      },
    )
  }
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault()
        read()
      }}
    >
      <TextField
        label={texts.address}
        hint={texts.tryHint}
        value={address}
        placeholder="https://"
        maxLength={LONGEST_ADDRESS}
        optional
        onChange={setAddress}
      />
      <span className="row">
        <Button type="submit" busy={attempt.isPending} icon={<Icon name="refresh" />}>
          {texts.tryNow}
        </Button>
        {shown && <Button onClick={() => show(undefined)}>{texts.examples}</Button>}
      </span>
      {attempt.error && <Failure error={attempt.error} />}
      {attempt.data && <TriedItems tried={attempt.data} marked={false} />}
      {shown && (
        <p className="soft small" role="status">
          {texts.shownHere(
            shown.title,
            texts.items(shown.items.length, number(shown.items.length)),
          )}
        </p>
      )}
    </form>
  )
}
