/** The timeline of a person, all of it or kind by kind, the newest first. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { useHistory } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type HistoryPart, useConsentEntries, useEntries } from './entries.tsx'
import { mergedHistory, type ReadHistory } from './merged-history.ts'
import { Timeline } from './timeline-entry.tsx'

type Part = 'everything' | 'consent' | HistoryPart

const PARTS: readonly Part[] = [
  ...(['everything', 'emails', 'consent', 'trigger-emails', 'bounces', 'imports', 'sms'] as const),
]

export function PersonHistory({ person }: { person: SubscriberDetailAnswer }) {
  const texts = useTexts('people')
  const navigate = useNavigate()
  const { part = 'everything' } = useSearch({ from: '/subscribers/$id' })
  const choose = (next: Part) =>
    void navigate({
      to: '/subscribers/$id',
      params: { id: String(person.id) },
      search: ({ among }) => ({ among, part: next === 'everything' ? undefined : next }),
      replace: true,
    })
  return (
    <section className="stack" aria-label={texts.history}>
      <Tabs<Part>
        label={texts.history}
        value={part}
        choices={PARTS.map(value => ({ value, label: texts.parts[value] }))}
        onChange={choose}
      />
      {part === 'everything' && <Everything person={person} />}
      {part === 'consent' && <Consents person={person} />}
      {part !== 'everything' && part !== 'consent' && (
        <OnePart key={part} id={person.id} part={part} />
      )}
    </section>
  )
}

function useRead<P extends HistoryPart>(id: number, part: P): ReadHistory {
  const history = useHistory(id, part)
  const entryOf = useEntries()[part]
  return {
    ...history,
    entries: history.data?.pages.flatMap(page => page.items.map(item => entryOf(item))),
  }
}

function OnePart({ id, part }: { id: number; part: HistoryPart }) {
  return <ShownHistory history={mergedHistory([useRead(id, part)], [])} />
}

function Consents({ person }: { person: SubscriberDetailAnswer }) {
  return <ShownHistory history={mergedHistory([], useConsentEntries(person))} />
}

function Everything({ person }: { person: SubscriberDetailAnswer }) {
  const { id } = person
  const parts = [
    useRead(id, 'emails'),
    useRead(id, 'trigger-emails'),
    useRead(id, 'bounces'),
    useRead(id, 'imports'),
    useRead(id, 'sms'),
  ]
  return <ShownHistory history={mergedHistory(parts, useConsentEntries(person))} />
}

function ShownHistory({ history }: { history: ReturnType<typeof mergedHistory> }) {
  const texts = useTexts('people')
  const { entries, error, more, busy, onMore, onRetry } = history
  if (error) return <Failure error={error} onRetry={onRetry} />
  if (!entries) return <LoadingRows onRetry={onRetry} />
  return (
    <>
      {entries.length === 0 && !more && <p className="soft">{texts.nothingYet}</p>}
      <Timeline entries={entries} />
      {more && (
        <Button busy={busy} onClick={onMore}>
          {texts.more}
        </Button>
      )}
    </>
  )
}
