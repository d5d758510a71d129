/** `pennypost import`: subscribers from a file into a list. */

import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { importAnswer, imports } from '../actions/imports/imports.ts'
import type { Store } from '../db/db.ts'
import { accountFields } from '../domain/imports/inspect/account-fields.ts'
import { PRESET_NAMES } from '../domain/imports/inspect/mapping.ts'
import { queueImport } from '../domain/imports/queue-import.ts'
import { hasSecrets } from '../domain/imports/sealed-address.ts'
import { findList } from '../domain/lists/lists.sql.ts'
import { noSuch } from '../domain/refusal.ts'
import { livingWorkers } from '../domain/routes/workers.sql.ts'
import { checkUrl } from '../lib/download/download.ts'
import { size } from '../lib/size.ts'
import { CHARACTER_SETS } from '../lib/text-decoding.ts'
import type { Config } from '../settings/config.ts'
import { noSecret } from '../start/secret-key.ts'
import { forAccount, type OneAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { actionOf, takes } from './derived/by-hand.ts'
import { tryOut } from './import-dry-run.ts'
import {
  character,
  isAddress,
  mappingOf,
  optionsOfAddress,
  optionsOfFile,
  type ReadingOptions,
  readable,
} from './import-options.ts'
import { importLines } from './import-report.ts'
import { registerShowing } from './import-show.ts'
import { watchImport } from './import-watch.ts'
import { detailText } from './language.ts'
import { openKeysHere } from './secret.ts'
import { withFile } from './standard-input.ts'

const UPLOAD = actionOf(imports, 'POST /imports')

interface FileOptions extends ReadingOptions {
  list?: number
  dryRun?: boolean
  wait: boolean
}

export function register(command: Command, context: Context): void {
  takes(withAccount(command), UPLOAD, {
    values: ['listId'],
    flags: { listId: 'list' },
    optional: ['listId'],
    read: { listId: idOf('list') },
  })
  command
    .argument('[file]', 'a CSV, XML or Excel file, or its http address; - reads standard input')
    .addOption(
      new Option('--charset <name>', 'its character set; otherwise detected').choices(
        CHARACTER_SETS,
      ),
    )
    .option(
      '--delimiter <character>',
      'between columns; otherwise seen from the first rows',
      character,
    )
    .option('--quote <character>', 'around values; otherwise "', character)
    .option(
      '--escape <character>',
      'before a quote within quotes; otherwise the quote itself',
      character,
    )
    .option('--comment <character>', 'lines that begin with it are passed over', character)
    .option(
      '--headers',
      'the first row is a header; otherwise it is one if none of its columns holds an @',
    )
    .option('--no-headers', 'the first row is a subscriber')
    .option(
      '--columns <names>',
      'which column is what, separated by commas: email, name, format, country-code, phone, ' +
        'DD1, the name of a field, - for none; or auto, by the headings. Also first-name, ' +
        'last-name, id, status, unsubscribed, opted-out, bounced, reason, consent-source, ' +
        'consent-date, measuring, measuring-at, measuring-words',
    )
    .option(
      '--map <mapping>',
      'which heading is what, as "E-post=email,Stad=DD1"; or a mapping by name: ' +
        `${PRESET_NAMES.join(', ')}, or one that was saved`,
    )
    .option('--save-map <name>', 'save the mapping of --map by this name')
    .option('--sheet <name>', 'of an Excel file; otherwise the first visible one that has rows')
    .option('--xml', 'it is XML; otherwise seen from the file')
    .option('--dry-run', 'show what would happen, and change nothing')
    .option('--no-wait', 'do not wait for its end')
    .addHelpText(
      'after',
      `
Without --columns they are, in this order: address, name, format (HTML or Text), \
then the data fields from DD1 on. Addresses that opted out, or
unsubscribed from the list, are not added again. Excel files are detected. \
An import can be undone for
IMPORT_KEEP_DAYS: pennypost import undo ID.

Examples:
  $ pennypost import customers.csv --list 1 --dry-run
  $ pennypost import customers.csv --list 1
  $ pennypost import members.csv --list 1 --columns phone,-,email,name,City
  $ pennypost import export.csv --list 1 --map "E-post=email,Stad=DD1" --save-map crm
  $ pennypost import unsubscribed_members.csv --list 1 --map mailchimp
  $ pennypost import old.csv --list 1 --charset windows-1252 --dry-run
  $ pennypost import https://files.example.com/nightly.csv --list 1 --delimiter , --headers
  $ pennypost import show 3 --rejects rejected.csv`,
    )
    .action((file: string | undefined, options: FileOptions) => {
      if (file === undefined)
        return command.error('error: which file? Give one, or list, show or undo')
      if (options.list === undefined)
        return command.error(
          "error: option '--list <id>' names the list that subscribers are added to",
        )
      return run(context, file, options.list, options)
    })
  registerShowing(command, context)
}

function run(context: Context, file: string, listId: number, options: FileOptions): Promise<void> {
  return forAccount(context, options, async (db, account) => {
    await refuseUnknownList(db, account, listId)
    const wrong = isAddress(file) ? checkUrl(file) : undefined
    if (wrong !== undefined) throw new CommandFailed(detailText(wrong))
    if (options.dryRun) return tryOut(context, db, account, { file, listId }, options)
    const queued = isAddress(file)
      ? await queueAddress(context.config(), db, account, { url: file, listId }, options)
      : await queueFile(context.config(), db, account, { file, listId }, options)
    await follow(context, db, account, queued, options)
  })
}

async function refuseUnknownList(db: Store, account: OneAccount, listId: number): Promise<void> {
  if (!(await findList(db, { accountId: account.id, listId }))) throw noSuch('no-such-list', listId)
}

interface Queued {
  importId: number
  rows: number | undefined
}

async function queueAddress(
  config: Config,
  db: Store,
  account: OneAccount,
  { url, listId }: { url: string; listId: number },
  given: ReadingOptions,
): Promise<Queued> {
  if (hasSecrets(new URL(url)) && !(await openKeysHere(db, config))) throw noSecret(config.store)
  const options = optionsOfAddress(
    { ...given, xml: given.xml ?? /\.xml$/i.test(new URL(url).pathname) },
    await accountFields(db, account),
  )
  return {
    importId: await queueImport(db, account.id, { listId, source: { url }, options }),
    rows: undefined,
  }
}

function queueFile(
  { imports: { maxBytes } }: Config,
  db: Store,
  account: OneAccount,
  { file, listId }: { file: string; listId: number },
  given: ReadingOptions,
): Promise<Queued> {
  return withFile(file, async (path, bytes) => {
    if (bytes > maxBytes)
      throw new CommandFailed(
        `The file has ${size(bytes)}, and IMPORT_MAX_BYTES allows ${size(maxBytes)}.`,
      )
    const fields = await accountFields(db, account)
    const mapping = await mappingOf(db, account, given)
    const options = await readable(file, optionsOfFile(path, given, fields, mapping))
    let rows = 0
    const counted = async function* () {
      for await (const chunk of createReadStream(path, {
        highWaterMark: 1 << 20,
      }) as AsyncIterable<Buffer>) {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
        yield chunk
      }
    }
    const source = {
      document: counted(),
      name: file === '-' ? 'standard input' : basename(file).slice(0, 200),
    }
    const importId = await queueImport(db, account.id, { listId, source, options })
    // Lines approximate rows in CSV, not in XML and spreadsheets.
    return { importId, rows: options.kind === 'csv' && rows > 10 ? rows : undefined }
  })
}

async function follow(
  context: Context,
  db: Store,
  account: OneAccount,
  { importId, rows }: Queued,
  options: FileOptions,
): Promise<void> {
  if (!options.wait) {
    if ((await livingWorkers(db, {})).count === 0)
      context.progress(
        'No worker is running: it starts when Pennypost is started with ROLES=all or ROLES=worker.',
      )
    if (options.json) context.printJson({ id: importId })
    else context.print(`Import ${importId} is queued. To see it: pennypost import show ${importId}`)
    return
  }
  context.progress(`Import ${importId} is queued.`)
  const config = context.config()
  const ended = await watchImport(
    db,
    config,
    { accountId: account.id, importId, rows },
    context.progress,
  )
  const answer = importAnswer(ended)
  if (options.json) context.printJson(answer)
  else for (const line of importLines(answer)) context.print(line)
  if (ended.state === 3) throw new CommandFailed(`Import ${importId} has failed.`)
}
