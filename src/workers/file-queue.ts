/**
 * Processes queued files: imports or batches of transactions. Many are open at a time, since
 * waiting for a slow server is cheap; of the downloaded ones some are processed (places.ts), and
 * apply their rows in turns of their accounts, so that a small file never waits for a large one.
 * While other files wait, a file whose time slice is over goes back to the end of the queue.
 */
import { rm } from 'node:fs/promises'
import type { DownloadedFile } from '../lib/download/download.ts'
import { createFairTurns } from '../lib/fair-turns.ts'
import { createOpener, type OpenerSignals } from './engine/opener.ts'
import type { FileCache, FileTerms } from './file-run.ts'
import type { Places } from './places.ts'

/**
 * Open files: being downloaded, processed, or waiting for a place. They bound the size of the
 * scratch folder.
 */
const OPEN = 32
/** Per account, at most half of the free places, so down to one when few are free. */
const OF_EACH = 4
/** Batches of rows that are applied at a time. */
const AT_ONCE = 2
/** Maximum number of files read per step. */
const MOST = 50

interface QueuedFile {
  accountId: number
  id: number
}

export interface FileQueueOptions<Claimed> {
  /**
   * The longest waiting, a few per account. A file open here has a due time in the future, so it is
   * not among them.
   */
  due(limits: { ofEach: number; most: number }): Promise<QueuedFile[]>
  /** Undefined: it is done, deleted, or claimed by another worker. */
  claim(accountId: number, id: number): Promise<Claimed | undefined>
  /** Processes it until it ends, has to wait, or its time slice is over. */
  run(claimed: Claimed, terms: FileTerms): Promise<void>
  /** The time slice: after it, a file gives way to waiting ones. */
  sliceMillis: number
  /** Shared by all queues of this process. */
  places: Places
  /** Name in failure reports, with account and id. */
  name: string
  report(error: unknown, name: string): void
}

export function createFileQueue<Claimed>(options: FileQueueOptions<Claimed>) {
  const { due, claim, run, sliceMillis, places, name, report } = options
  const kept: FileCache = new Map<string, DownloadedFile>()
  const turns = createFairTurns({ places: AT_ONCE, ofEach: AT_ONCE })
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
      inTurn: (work, signal) => turns.run(accountId, work, signal),
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
    /** Opens waiting files; returns whether any was opened. */
    step: opener.step,
    /** Resolves when open files have applied their parts and were released. */
    async finish(): Promise<void> {
      await opener.finish()
      for (const { path } of kept.values()) await rm(path, { force: true })
    },
  }
}
