/** `pennypost import --dry-run`: the effects of an import, and its first rows as parsed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../db/db.ts'
import { dryRun } from '../domain/imports/apply/dry-run.ts'
import { nothingUsed } from '../domain/imports/apply/reject-reasons.ts'
import { accountFields } from '../domain/imports/inspect/account-fields.ts'
import type { ImportOptions } from '../domain/imports/queue-import.ts'
import { download } from '../lib/download/download.ts'
import type { OneAccount } from './account-option.ts'
import { CommandFailed, type Context } from './context.ts'
import {
  isAddress,
  mappingOf,
  optionsOfAddress,
  optionsOfFile,
  type ReadingOptions,
  readable,
} from './import-options.ts'
import { dryRunLines } from './import-report.ts'
import { detailText } from './language.ts'
import { count, interruptible } from './long-work.ts'
import { progressBar } from './progress-bar.ts'
import { recogniseErasedHere } from './secret.ts'
import { withFile } from './standard-input.ts'

export async function tryOut(
  context: Context,
  db: Store,
  account: OneAccount,
  { file, listId }: { file: string; listId: number },
  given: ReadingOptions,
): Promise<void> {
  await recogniseErasedHere(db, context.config(), account.id)
  const fields = await accountFields(db, account)
  const mapping = await mappingOf(db, account, { ...given, saveMap: '' })
  const work = async (path: string, options: ImportOptions) => {
    const bar = progressBar()
    const read = interruptible(async stopping => {
      for await (const found of dryRun(db, account.id, { listId, path, options })) {
        bar.show({
          part: undefined,
          rows: found.read,
          also: [`${count(found.counts.rejected)} rejected`],
        })
        if (stopping.aborted) throw new CommandFailed('Stopped. Nothing was changed.')
        last = found
      }
    })
    let last: Parameters<typeof dryRunLines>[0] | undefined
    await readable(file, read).finally(bar.end)
    const { read: rows, counts, first } = last!
    if (given.json) context.printJson({ rows, ...counts, options, first })
    else for (const line of [...dryRunLines(last!), 'Nothing was changed.']) context.print(line)
    const why = nothingUsed(rows, counts)
    if (why !== undefined)
      throw new CommandFailed(rows === 0 ? detailText(why) : 'Every row would be rejected.')
  }
  if (!isAddress(file))
    return withFile(file, async path =>
      work(path, await readable(file, optionsOfFile(path, given, fields, mapping))),
    )
  const folder = await mkdtemp(join(tmpdir(), 'pennypost-'))
  try {
    const path = join(folder, 'file')
    const { fetchRules } = await import('../start/fetch-rules.ts')
    const fetched = await interruptible(signal =>
      download(file, path, fetchRules(context.config()), signal),
    )
    if ('sentence' in fetched) throw new CommandFailed(fetched.sentence)
    await work(
      path,
      optionsOfAddress(
        { ...given, xml: given.xml ?? /\.xml$/i.test(new URL(file).pathname) },
        fields,
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
