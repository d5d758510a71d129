/**
 * The rows of a downloaded file, until its last part: common to imports and batches of
 * transactions. The next part is read while the store applies the previous one.
 */
import type { Detail } from '../domain/details/details.ts'
import type { DownloadedFile, NotFetched } from '../lib/download/download.ts'
import {
  type FileTerms,
  failed,
  MOST_LAPSES,
  neverEnds,
  type RunOutcome,
  waitOrFail,
} from './file-run.ts'

/** Processing of the rows of one kind of file. */
export interface FileRows<Block, Part> {
  tries: number
  /** Consecutive deaths of workers on this file. */
  lapses: number
  /** Rows applied by earlier workers, and the file they came from. */
  position: number
  begun: { length: number; sha256: string } | undefined
  /** The error if the file, downloaded again to continue, has changed. */
  changed: Detail
  pausesMillis: readonly number[]
  /** Called unless this process still has the file. */
  fetch(signal: AbortSignal): Promise<DownloadedFile | NotFetched>
  /** Records that the file was downloaded and begun. */
  note(file: DownloadedFile): Promise<unknown>
  /** The rows that are not applied yet. */
  read(file: DownloadedFile): Promise<AsyncIterable<Block>>
  newPart(): Part
  /** Returns an outcome to refuse the whole file. */
  add(part: Part, block: Block): Promise<RunOutcome | undefined>
  /** Called after each block was added. Prepares a full part while the previous one is applied. */
  isFull(part: Part, block: Block): boolean
  isEmpty(part: Part): boolean
  apply(part: Part): Promise<void>
  /** When all parts are applied. */
  end(): RunOutcome
}

export async function workOnRows<Block, Part>(
  rows: FileRows<Block, Part>,
  { key, inTurn, kept, place, sliceOver }: FileTerms,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { tries, lapses, position, begun } = rows
  if (lapses >= MOST_LAPSES) return neverEnds(lapses)
  const file = kept.get(key) ?? (await rows.fetch(signal))
  if ('transient' in file) return waitOrFail(tries, file.transient, file.why, rows.pausesMillis)
  kept.set(key, file)
  const isSame = begun?.length === file.length && begun.sha256 === file.sha256
  if (position > 0 && !isSame) return failed(rows.changed)
  await place(lapses > 0, signal)
  await rows.note(file)

  let part = rows.newPart()
  let applying: Promise<void> = Promise.resolve()
  const apply = (next: Part) => inTurn(() => rows.apply(next), signal)
  try {
    for await (const block of await rows.read(file)) {
      const refused = await rows.add(part, block)
      if (refused) return refused
      signal.throwIfAborted()
      if (!rows.isFull(part, block)) continue
      await applying
      applying = apply(part)
      // `applying` is awaited later; until then its rejection must not count as unhandled.
      applying.catch(() => {})
      part = rows.newPart()
      if (sliceOver()) {
        await applying
        return { pause: { due: new Date(), tries, trouble: undefined }, keepsFile: true }
      }
    }
  } finally {
    // Waits for the statement that is still running.
    await applying.catch(() => {})
  }
  await applying
  if (!rows.isEmpty(part)) await apply(part)
  return rows.end()
}
