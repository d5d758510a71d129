/** The start of a trigger in fields, and the lines above the steps that need not be there. */
import { lazy } from 'react'
import type { CheckedSource } from '../../api/triggers.ts'
import { useTexts } from '../../texts/language.tsx'
import { FEED_WORDS, FeedStart } from '../feeds/feed-start.tsx'
import { START } from '../trigger-text/step-kinds.ts'
import { PausedField, Picked, StepField } from './step-field.tsx'

const HeadPickers = lazy(async () => ({
  default: (await import('../trigger-pickers/head-fields.tsx')).HeadFields,
}))

/** Of the lines above the steps, those that have a place of their own here. */
const OWN = ['start', 'again', 'quiet hours', 'paused']
const FIRST = ['trigger', 'list', 'zone']

export function StartFields(props: {
  /** Undefined for a new trigger. */
  id: number | undefined
  checked: CheckedSource
  mayChange: boolean
  onValue(word: string, value: string): void
}) {
  const { id, checked, mayChange, onValue } = props
  const texts = useTexts('triggers')
  const { head } = checked
  const value = (word: string) => head.find(one => one.word === word)?.value
  const feed = value('feed')
  const fieldOf = (text: CheckedSource['head'][number]) => (
    <StepField
      key={text.word}
      text={text}
      step={START}
      checked={checked}
      mayChange={mayChange}
      onChange={(next, word = text.word) => onValue(word, next)}
    />
  )
  // The list of a saved trigger stays.
  const first = head.filter(({ word }) => FIRST.includes(word) && (!id || word !== 'list'))
  const ofStart = head.filter(
    ({ word }) =>
      !FIRST.includes(word) &&
      !OWN.includes(word) &&
      (feed === undefined || !FEED_WORDS.includes(word)),
  )
  return (
    <>
      {first.map(fieldOf)}
      <Picked>
        <HeadPickers
          part="start"
          labels={texts.words}
          head={head}
          mayChange={mayChange}
          onValue={onValue}
        />
      </Picked>
      {ofStart.map(fieldOf)}
      {feed !== undefined && (
        <FeedStart
          triggerId={id}
          address={feed}
          at={value('at') ?? ''}
          first={value('first')}
          mayChange={mayChange}
          onValue={onValue}
        />
      )}
      <Picked>
        <HeadPickers
          part="further"
          labels={texts.words}
          head={head}
          mayChange={mayChange}
          onValue={onValue}
        />
      </Picked>
      <PausedField
        value={value('paused')}
        mayChange={mayChange}
        onChange={next => onValue('paused', next)}
      />
    </>
  )
}
