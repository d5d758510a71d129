/**
 * Works on files that are queued, imports or batches of transactions. Many are open at a time,
 * since one that is fetched from a slow server costs next to nothing; of those that are there some
 * are worked on (places.ts), and get their rows applied in turns, so that a small one never waits
 * for a large one. When others wait, one that has had its time goes back to the end of the queue.
 */
import { rm } from 'node:fs/promises'
import type { DownloadedFile } from '../lib/download/download.ts'
import { createSemaphore } from '../lib/semaphore.ts'
import { createOpener, type OpenerSignals } from './engine/opener.ts'
import type { FileCache, FileTerms } from './file-run.ts'
import type { Places } from './places.ts'

/**
 * Files that are open: fetched, worked on, or waiting for a place to be. They bound what lies in
 * the scratch folder.
 */
const OPEN = 32
/**
 * Of one account, at most half as many as are free: its share shrinks with them, down to one for
 * everybody.
 */
const OF_EACH = 4
/** Batches of rows that are applied at a time. */
const AT_ONCE = 2
/** Looked at in one go. */
const MOST = 50

interface QueuedFile {
  accountId: number
  id: number
}

export interface FileQueueOptions<Claimed> {
  /**
   * Those that wait longest, a few of each account. What is open here has its mark in the future:
   * it is not among these.
   */
  due(limits: { ofEach: number; most: number }): Promise<QueuedFile[]>
  /** Undefined: it is done, gone, or in other hands. */
  claim(accountId: number, id: number): Promise<Claimed | undefined>
  /** Works on it until it ends, has to wait, or its slice is over. */
  run(claimed: Claimed, terms: FileTerms): Promise<void>
  /** What has worked so long lets others in, when some wait. */
  sliceMillis: number
  /** Of this process, for all of its queues. */
  places: Places
  /** What a failure is reported as, with account and id. */
  name: string
  report(error: unknown, name: string): void
}

export function createFileQueue<Claimed>(options: FileQueueOptions<Claimed>) {
  const { due, claim, run, sliceMillis, places, name, report } = options
  const kept: FileCache = new Map<string, DownloadedFile>()
  const turns = createSemaphore(AT_ONCE)
  const keyOf = ({ accountId, id }: QueuedFile) => `${accountId}-${id}`
  const opener = createOpener<QueuedFile>({
    most: OPEN,
    ofEach: free => Math.max(1, Math.min(OF_EACH, free / 2)),
    keyOf,
    due: () => due({ ofEach: OF_EACH * 2, most: MOST }),
    run: work,
    nameOf: file => `${name} ${keyOf(file)}`,
    report,
  })

  async function work(file: QueuedFile, { stopping }: OpenerSignals): Promise<number> {
    const { accountId, id } = file
    const claimed = await claim(accountId, id)
    if (!claimed) return 0
    let until = Number.POSITIVE_INFINITY
    let givePlace = () => {}
    const terms: FileTerms = {
      key: keyOf(file),
      turns,
      kept,
      stopping,
      async place(suspect, signal) {
        givePlace = await places.take(accountId, suspect, signal)
        until = Date.now() + sliceMillis
      },
      sliceOver: () => Date.now() > until && (opener.crowded() || places.contended()),
    }
    try {
      await run(claimed, terms)
    } finally {
      givePlace()
    }
    return 0
  }

  return {
    /** Opens files that wait, and says whether any was opened. */
    step: opener.step,
    /** Resolves when what was in hand is applied and given back. */
    async finish(): Promise<void> {
      await opener.finish()
      for (const { path } of kept.values()) await rm(path, { force: true })
    },
  }
}
