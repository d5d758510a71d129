/** What happened to a person, kind by kind, the newest first. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HistoryParts } from '../../../console-api/v1/routes/subscriber-history.ts'
import { useHistory } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'

type Part = keyof HistoryParts

const PARTS: readonly Part[] = ['emails', 'trigger-emails', 'bounces', 'imports', 'sms']

export function PersonHistory({ id }: { id: number }) {
  const texts = useTextsOf(peopleTexts)
  const navigate = useNavigate()
  const { part: chosen }: { part?: Part } = useSearch({ strict: false })
  const part = chosen ?? 'emails'
  return (
    <section className="stack" aria-label={texts.history}>
      <Tabs<Part>
        label={texts.history}
        value={part}
        choices={PARTS.map(value => ({ value, label: texts.parts[value] }))}
        onChange={next =>
          void navigate({
            to: '/subscribers/$id',
            params: { id: String(id) },
            search: next === 'emails' ? {} : { part: next },
            replace: true,
          })
        }
      />
      <HistoryPart key={part} id={id} part={part} />
    </section>
  )
}

function HistoryPart<P extends Part>({ id, part }: { id: number; part: P }) {
  const texts = useTextsOf(peopleTexts)
  const history = useHistory(id, part)
  const entryOf = useEntries()
  if (history.error) return <Failure error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <LoadingRows onRetry={() => void history.refetch()} />
  const items = history.data.pages.flatMap(page => page.items)
  return (
    <>
      {items.length === 0 && !history.hasNextPage && <p className="soft">{texts.nothingYet}</p>}
      <ol className="timeline">
        {items.map(item => {
          const { key, ...entry } = entryOf[part](item)
          return <Entry key={key} {...entry} />
        })}
      </ol>
      {history.hasNextPage && (
        <Button busy={history.isFetching} onClick={() => void history.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

interface TimelineEntry {
  key: string | number
  at: string | null
  state: string
  title: ReactNode
  detail: string
  reply: string
}

function Entry({ at, state, title, detail, reply }: Omit<TimelineEntry, 'key'>) {
  const { time } = useFormats()
  return (
    <li>
      <i className={`dot ${state}`} />
      <div>
        <span className="wrap">{title}</span>
        {detail !== '' && <span className="sub wrap">{detail}</span>}
        {reply !== '' && <code className="wrap">{reply}</code>}
      </div>
      <time className="faint small">{at && time(at)}</time>
    </li>
  )
}

/** An entry of each kind, in words. */
function useEntries(): { [P in Part]: (item: HistoryParts[P]) => TimelineEntry } {
  const texts = useTextsOf(peopleTexts)
  const word = (state: string) => texts.states[state] ?? state
  const engaged = ({ views, clicks }: { views: number; clicks: number }) => {
    if (clicks > 0) return texts.clicked(clicks)
    return views > 0 ? texts.opened(views) : texts.notOpened
  }
  const email = (item: HistoryParts['emails'] | HistoryParts['trigger-emails']) => ({
    at: item.changed,
    state: item.clicks + item.views > 0 ? 'engaged' : dotOf(item.state),
    title: (
      <>
        {word(item.state)} <b>{item.subject}</b>
      </>
    ),
    detail: item.state === 'accepted' ? engaged(item) : (item.reason ?? ''),
    reply: item.reply ?? '',
  })
  return {
    emails: item => ({ key: item.sendingId, ...email(item) }),
    'trigger-emails': item => ({ key: item.messageId, ...email(item) }),
    bounces: item => ({
      ...{ key: item.id, at: item.received, state: item.kind === 'hard' ? 'bounced' : 'deferred' },
      title: `${item.kind} · ${item.class}`,
      detail: item.status ?? '',
      reply: item.reply ?? '',
    }),
    imports: item => ({
      ...{ key: item.id, at: item.created, state: 'off', title: <b>{item.file}</b>, reply: '' },
      detail: [
        ...item.did.map(did => texts.importDid[did]),
        ...(item.undone ? [texts.undone] : []),
      ].join(', '),
    }),
    sms: item => ({
      ...{ key: item.messageId, at: item.changed, state: dotOf(item.state) },
      title: (
        <>
          {word(item.state)} <b>{item.number}</b>
        </>
      ),
      detail: item.text,
      reply: item.reply ?? item.reason ?? '',
    }),
  }
}

const DOTS: Record<string, string> = {
  accepted: 'delivered',
  delivered: 'delivered',
  deferred: 'deferred',
  uncertain: 'deferred',
  bounced: 'bounced',
  failed: 'bounced',
}

const dotOf = (state: string): string => DOTS[state] ?? 'off'
