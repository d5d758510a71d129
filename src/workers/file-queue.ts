/**
 * Works on files that are queued, imports or batches of transactions. Several are open at a time and get their rows applied in turns, so
 * that a small one never waits for a large one; when more wait than can be open, one that has had its time goes back to the end of the queue.
 */
import { rm } from 'node:fs/promises'
import type { Fetched } from '../lib/download.ts'
import type { FileTerms, Kept } from './file-run.ts'
import { createTurns } from './turns.ts'

/** Files that a process has open. */
const OPEN = 8
/** Of one account. */
const OF_EACH = 2
/** Batches of rows that are applied at a time. */
const AT_ONCE = 2
/** Looked at in one go. */
const MOST = 50

export interface FileQueueOptions<Claimed> {
  /** Those that wait longest, a few of each account. What is open here has its mark in the future: it is not among these. */
  due(limits: { ofEach: number; most: number }): Promise<{ accountId: number; id: number }[]>
  /** Undefined: it is done, gone, or in other hands. */
  claim(accountId: number, id: number): Promise<Claimed | undefined>
  /** Works on it until it ends, has to wait, or its slice is over. */
  run(claimed: Claimed, terms: FileTerms): Promise<void>
  /** What has worked so long lets others in, when some wait. */
  sliceMillis: number
  /** What a failure is reported as, with account and id. */
  name: string
  report(error: unknown, name: string): void
}

export function createFileQueue<Claimed>({ due, claim, run, sliceMillis, name, report }: FileQueueOptions<Claimed>) {
  const open = new Map<string, { accountId: number; work: Promise<void> }>()
  const kept: Kept = new Map<string, Fetched>()
  const turns = createTurns(AT_ONCE)
  let othersWait = false

  const roomFor = (accountId: number) =>
    open.size < OPEN && [...open.values()].filter(other => other.accountId === accountId).length < OF_EACH

  return {
    /** Opens files that wait, and says whether any was opened. */
    async step(stopping: AbortSignal): Promise<boolean> {
      let opened = false
      let waiting = false
      for (const { accountId, id } of await due({ ofEach: OF_EACH * 2, most: MOST })) {
        const key = `${accountId}-${id}`
        if (open.has(key) || stopping.aborted) continue
        if (!roomFor(accountId)) {
          waiting ||= open.size >= OPEN
          continue
        }
        const claimed = await claim(accountId, id)
        if (!claimed) continue
        const until = Date.now() + sliceMillis
        const work = run(claimed, { key, turns, kept, stopping, sliceOver: () => othersWait && Date.now() > until })
          .catch(error => report(error, `${name} ${key}`))
          .finally(() => open.delete(key))
        open.set(key, { accountId, work })
        opened = true
      }
      othersWait = waiting
      return opened
    },

    /** Resolves when what was in hand is applied and given back. */
    async finish(): Promise<void> {
      await Promise.all([...open.values()].map(({ work }) => work))
      for (const { path } of kept.values()) await rm(path, { force: true })
    },
  }
}
