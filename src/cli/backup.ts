/** `pennypost backup FILE`: the whole store in one file, while the service runs. */

import type { Command } from 'commander'
import { backup } from '../db/backup/backup.ts'
import type { SecretRecord } from '../db/backup/format.ts'
import { verifyBackup } from '../db/backup/reader.ts'
import { recordSecret } from '../db/backup/secret.ts'
import type { Store } from '../db/db.ts'
import { schemaNumber, storeNumber } from '../db/migrate.ts'
import { signingKeys } from '../domain/keys/keys.sql.ts'
import { openKeys } from '../domain/keys/keys.ts'
import { programVersion } from '../lib/build.ts'
import { createSealer } from '../lib/secrets.ts'
import { size } from '../lib/size.ts'
import { type FoundSecret, findSecret, noSecret } from '../start/secret-key.ts'
import { recorded } from './backup-record.ts'
import { CommandFailed, type Context, withOpened } from './context.ts'
import { interruptible, reporter, rowCount } from './long-work.ts'
import { refuseWithoutStore } from './store.ts'

interface Options {
  force?: boolean
  sealKey?: boolean
  withoutKey?: boolean
  verify?: boolean
  json?: boolean
}

const SHORTEST_PASSPHRASE = 12

export function register(command: Command, context: Context): void {
  command
    .argument('<file>', 'the file to make')
    .option('--force', 'replace the file if it is there')
    .option(
      '--seal-key',
      'encrypt the key in the backup with a passphrase, from a prompt or standard input',
    )
    .option('--without-key', 'leave the key out: you keep it elsewhere')
    .option('--verify', 'make none: read the file and say whether it is whole')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      `
The backup can be restored on this version or a newer one, \
into the embedded store or any PostgreSQL 15 or later.
It contains the key file of DATA_DIR too, so it is sufficient after a total loss: protect it like \
the store.
A key set with SECRET_KEY is omitted, unless it is encrypted with a passphrase.

Examples:
  $ pennypost backup /backups/pennypost-$(date +%F).backup
  $ pennypost backup today.backup --seal-key < passphrase.txt
  $ pennypost backup today.backup --verify`,
    )
    .action((file: string, options: Options) =>
      options.verify ? verify(context, file, options) : make(context, file, options),
    )
}

async function make(
  context: Context,
  file: string,
  { force, json, ...keyOptions }: Options,
): Promise<void> {
  const config = context.config()
  await refuseWithoutStore(config)
  const found = findSecret(config.store)
  if (!found && !keyOptions.withoutKey) throw noSecret(config.store)
  const secretKey = await secretRecord(context, found, keyOptions)
  const made = await interruptible(signal =>
    withOpened(config, async ({ store }) => {
      if (found) await refuseWrongSecret(store, found)
      const onProgress = reporter(context.progress, 'backed up')
      const version = programVersion()
      const how = { file, force, version, secretKey, onProgress, signal }
      return await recorded(context, store, 'made', () => backup(store, how))
    }),
  )
  const warning = warningAbout(secretKey, found)
  if (warning) context.progress(warning)
  if (json) context.printJson({ ...made, key: secretKey.form })
  else
    context.print(
      `${file}: ${rowCount(made.rows)} of ${made.tables} tables, ${size(made.fileBytes)} ` +
        `(${size(made.bytes)} unpacked).`,
    )
}

async function secretRecord(
  context: Context,
  found: FoundSecret | undefined,
  options: Options,
): Promise<SecretRecord> {
  if (!found) return { form: 'none', fingerprint: '' }
  if (options.withoutKey) return recordSecret(found.secret, 'none')
  if (options.sealKey) {
    const passphrase = await context.readPassword('Passphrase for the key: ')
    if (passphrase.length < SHORTEST_PASSPHRASE)
      throw new CommandFailed(`The passphrase wants at least ${SHORTEST_PASSPHRASE} characters.`)
    return recordSecret(found.secret, { passphrase })
  }
  return recordSecret(found.secret, found.origin === 'file' ? 'plain' : 'none')
}

/** A wrong key would be noticed only at the restore. */
async function refuseWrongSecret(store: Store, { secret }: FoundSecret): Promise<void> {
  if (
    (await store.withClient(storeNumber)) !== schemaNumber() ||
    (await signingKeys(store, {})).length === 0
  )
    return
  const keys = await openKeys(store, createSealer(secret))
  keys.close()
}

function warningAbout({ form }: SecretRecord, found: FoundSecret | undefined): string | undefined {
  if (form === 'plain')
    return (
      'The backup holds the key of this installation as it is: keep the file where only you ' +
      'can read it, or use --seal-key.'
    )
  if (form === 'sealed')
    return 'The key in the backup is sealed: without the passphrase it is lost.'
  const name = found?.origin === 'file' ? 'secret.key' : 'SECRET_KEY'
  return (
    `The key (${name}) is not in the backup: keep it elsewhere, for without it no link in an ` +
    'email sent so far works again.'
  )
}

async function verify(context: Context, file: string, { json }: Options): Promise<void> {
  const { head, tables, end } = await verifyBackup(file, reporter(context.progress, 'read'))
  if (json) {
    const { version, schema, made, server, secretKey } = head
    return context.printJson({
      file,
      whole: true,
      version,
      schema,
      made,
      server,
      key: secretKey.form,
      rows: end.rows,
      tables,
    })
  }
  context.print(
    `${file} is whole: ${rowCount(end.rows)} of ${end.tables} tables, made ${head.made} by ` +
      `Pennypost ${head.version} (schema ${head.schema}).`,
  )
}
