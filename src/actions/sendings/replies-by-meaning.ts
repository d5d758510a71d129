/** Replies of mail servers grouped by meaning, with verbatim examples. */
import type { SaidReply } from '../../domain/sendings/live/live-progress.ts'
import { momentOfStore } from '../../lib/instant.ts'
import { judgeReply } from '../../mail/bounces/judge.ts'

/** Replies of one meaning (docs/bounces.md). */
export interface RepliesOfMeaning {
  /** The class of the reply (docs/bounces.md), or an outcome of our own. */
  meaning: string
  emails: number
  byState: Record<string, number>
  last: string | null
  /** The most frequent first. */
  replies: { state: string; reply: string; causes: string; count: number }[]
}

const MOST_EXAMPLES = 10

export function repliesByMeaning(said: readonly SaidReply[]): RepliesOfMeaning[] {
  const groups = new Map<string, RepliesOfMeaning>()
  for (const { state, reply, count, last } of said) {
    const meaning = meaningOf(state, reply)
    const group = groups.get(meaning) ?? newGroup(meaning)
    groups.set(meaning, group)
    group.emails += count
    group.byState[state] = (group.byState[state] ?? 0) + count
    if (isLater(last, group.last)) group.last = last
    if (group.replies.length < MOST_EXAMPLES)
      group.replies.push({ state, reply, causes: reply, count })
  }
  return [...groups.values()].sort((a, b) => b.emails - a.emails)
}

const newGroup = (meaning: string): RepliesOfMeaning => ({
  meaning,
  emails: 0,
  byState: {},
  last: null,
  replies: [],
})

/** Without a reply of a server: withdrawn, uncertain, and waiting because of us. */
function meaningOf(state: string, reply: string): string {
  if (state === 'withdrawn' || state === 'uncertain') return state
  if (!/^[245]\d\d/.test(reply)) return state === 'deferred' ? 'throttled-by-us' : 'not-sent'
  return judgeReply(reply, true).class
}

const isLater = (one: string | null, other: string | null): boolean =>
  one !== null && (other === null || momentOfStore(one).getTime() > momentOfStore(other).getTime())
