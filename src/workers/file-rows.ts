/**
 * The rows of a file, from having the file to its last part: the same for imports and for batches
 * of transactions. While the store applies a part the next one is read.
 */
import type { DownloadedFile, NotFetched } from '../lib/download/download.ts'
import {
  type FileTerms,
  failed,
  MOST_LAPSES,
  neverEnds,
  type RunOutcome,
  waitOrFail,
} from './file-run.ts'

/** What is done with the rows of one kind of file. */
export interface FileRows<Block, Part> {
  tries: number
  /** How often in a row a worker died over it. */
  lapses: number
  /** Rows that were applied by earlier workers, and of which file. */
  position: number
  begun: { length: number; sha256: string } | undefined
  /** Said when the file that was fetched to go on is another. */
  changed: string
  pausesMillis: readonly number[]
  /** Asked unless this process has it from before. */
  fetch(signal: AbortSignal): Promise<DownloadedFile | NotFetched>
  /** The file is there and begun. */
  note(file: DownloadedFile): Promise<unknown>
  /** The rows that are not applied yet. */
  read(file: DownloadedFile): Promise<AsyncIterable<Block>>
  newPart(): Part
  /** Answers with what refuses the whole file. */
  add(part: Part, block: Block): Promise<RunOutcome | undefined>
  /**
   * Asked after each block, which was added. What a full part needs is made here, while the one
   * before is applied.
   */
  isFull(part: Part, block: Block): boolean
  isEmpty(part: Part): boolean
  apply(part: Part): Promise<void>
  /** When all is applied. */
  end(): RunOutcome
}

export async function workOnRows<Block, Part>(
  rows: FileRows<Block, Part>,
  { key, turns, kept, place, sliceOver }: FileTerms,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { tries, lapses, position, begun } = rows
  if (lapses >= MOST_LAPSES) return neverEnds(lapses)
  const file = kept.get(key) ?? (await rows.fetch(signal))
  if ('passing' in file) return waitOrFail(tries, file.passing, file.sentence, rows.pausesMillis)
  kept.set(key, file)
  const isSame = begun?.length === file.length && begun.sha256 === file.sha256
  if (position > 0 && !isSame) return failed(rows.changed)
  await place(lapses > 0, signal)
  await rows.note(file)

  let part = rows.newPart()
  let applying: Promise<void> = Promise.resolve()
  const apply = (next: Part) => turns.run(() => rows.apply(next), signal)
  try {
    for await (const block of await rows.read(file)) {
      const refused = await rows.add(part, block)
      if (refused) return refused
      signal.throwIfAborted()
      if (!rows.isFull(part, block)) continue
      await applying
      applying = apply(part)
      // Whoever awaits it sees its failure; until then it is nobody's.
      applying.catch(() => {})
      part = rows.newPart()
      if (sliceOver()) {
        await applying
        return { pause: { due: new Date(), tries, trouble: undefined }, keepsFile: true }
      }
    }
  } finally {
    // Nothing is left running behind a failure.
    await applying.catch(() => {})
  }
  await applying
  if (!rows.isEmpty(part)) await apply(part)
  return rows.end()
}
