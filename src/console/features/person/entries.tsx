/** The entries of a person's timeline, each kind in words. */
import { Link } from '@tanstack/react-router'
import type { HistoryParts } from '../../../actions/subscribers/subscriber-history.ts'
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { useTroubleWords } from '../../parts/said.ts'
import { useTexts } from '../../texts/language.tsx'
import type { TimelineEntry } from './timeline-entry.tsx'

export type HistoryPart = keyof HistoryParts

type Entries = { [P in HistoryPart]: (item: HistoryParts[P]) => TimelineEntry }

/** An entry of each kind. */
export function useEntries(): Entries {
  const texts = useTexts('people')
  const troubleWords = useTroubleWords()
  const word = (state: string) => texts.states[state] ?? state
  const engaged = (item: Pick<HistoryParts['emails'], 'views' | 'clicks' | 'opensMeasured'>) => {
    const { views, clicks, opensMeasured } = item
    if (clicks > 0) return texts.clicked(clicks)
    if (views > 0) return texts.opened(views)
    return opensMeasured ? texts.notOpened : texts.notMeasured
  }
  const email = (item: HistoryParts['emails'] | HistoryParts['trigger-emails']) => {
    const read = item.clicks + item.views > 0
    return {
      at: item.changed,
      state: read ? 'engaged' : dotOf(item.state),
      icon: read ? ('eye' as const) : ('mail' as const),
      title: (
        <>
          {word(item.state)} <b>{item.subject}</b>
        </>
      ),
      detail:
        item.state === 'accepted'
          ? engaged(item)
          : troubleWords({ trouble: item.reason, causes: item.causes }),
      reply: item.reply ?? '',
    }
  }
  return {
    emails: item => ({
      key: `email ${item.sendingId}`,
      ...email(item),
      source: (
        <Link to="/sendings/$id" params={{ id: String(item.sendingId) }}>
          {texts.sourceSending(item.sendingId)}
        </Link>
      ),
    }),
    'trigger-emails': item => ({
      key: `trigger ${item.messageId}`,
      ...email(item),
      source: <bdi className="cell">{item.triggerName}</bdi>,
    }),
    bounces: item => ({
      key: `bounce ${item.id}`,
      at: item.received,
      icon: 'suppressed',
      state: item.kind === 'hard' ? 'bounced' : 'deferred',
      title: <b>{texts.bounceClasses[item.class] ?? item.class}</b>,
      detail: [texts.bounceKinds[item.kind] ?? item.kind, item.status].filter(Boolean).join(' · '),
      reply: item.reply ?? '',
    }),
    imports: item => ({
      key: `import ${item.id}`,
      at: item.created,
      state: 'off',
      icon: 'upload',
      title: <b>{item.file}</b>,
      reply: '',
      detail: [
        ...item.did.map(did => texts.importDid[did]),
        ...(item.undone ? [texts.undone] : []),
      ].join(', '),
      source: (
        <Link to="/imports/$id" params={{ id: String(item.id) }}>
          {texts.sourceImport(item.id)}
        </Link>
      ),
    }),
    sms: item => ({
      key: `sms ${item.messageId}`,
      at: item.changed,
      icon: 'phone',
      state: dotOf(item.state),
      title: (
        <>
          {word(item.state)} <b>{item.number}</b>
        </>
      ),
      detail: item.text,
      reply: item.reply ?? item.reason ?? '',
      source: texts.parts.sms,
    }),
  }
}

type Subscription = SubscriberDetailAnswer['subscriptions'][number]

/** When they agreed to, joined and left each list, and opted out: the newest first. */
export function useConsentEntries({ subscriptions, optOut }: SubscriberDetailAnswer) {
  const texts = useTexts('people')
  const ofList = (one: Subscription): TimelineEntry[] => {
    const entry = (kind: string, at: string, rest: Partial<TimelineEntry> & { words: string }) => ({
      key: `${kind} ${one.listId}`,
      at,
      state: 'off',
      icon: 'add' as const,
      detail: '',
      reply: '',
      title: (
        <>
          {rest.words} <b>{one.name}</b>
        </>
      ),
      source: (
        <Link to="/lists/$id" params={{ id: String(one.listId) }}>
          {texts.sourceList(one.listId)}
        </Link>
      ),
      ...rest,
    })
    const { subscribed, unsubscribed, consentGiven, consentSource } = one
    const leftBy = one.unsubscribeSource ? texts.leftBy(sourceWord(one.unsubscribeSource)) : ''
    const reason = one.unsubscribeReason ? `“${one.unsubscribeReason}”` : ''
    return [
      ...(consentSource === null
        ? []
        : [
            entry('agreed', consentGiven ?? subscribed, {
              words: texts.agreedTo,
              icon: 'check',
              state: 'engaged',
              detail: texts.consentFrom(consentSource),
            }),
          ]),
      entry('joined', subscribed, { words: texts.joinedList }),
      ...(unsubscribed === null
        ? []
        : [
            entry('left', unsubscribed, {
              words: texts.leftListAt,
              icon: 'takeOff',
              detail: [leftBy, reason].filter(Boolean).join(' '),
            }),
          ]),
    ]
  }
  const sourceWord = (source: string) => texts.leaveSources[source] ?? source
  const optedOut: TimelineEntry[] = optOut
    ? [
        {
          key: 'opt-out',
          at: optOut.created,
          state: 'off',
          icon: 'optOut',
          title: <b>{texts.wantsNot}</b>,
          detail: optOut.reason,
          reply: '',
        },
      ]
    : []
  return newestFirst([...optedOut, ...subscriptions.flatMap(ofList)])
}

/** Newest first; scheduled entries come before all. */
export const newestFirst = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  [...entries].sort((a, b) => momentOf(b) - momentOf(a))

export const momentOf = ({ at }: TimelineEntry): number =>
  at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at)

const DOTS: Record<string, string> = {
  accepted: 'delivered',
  delivered: 'delivered',
  deferred: 'deferred',
  uncertain: 'deferred',
  bounced: 'bounced',
  failed: 'bounced',
}

const dotOf = (state: string): string => DOTS[state] ?? 'off'
