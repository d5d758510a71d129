/** `pennypost restore FILE`: a backup into an empty store. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import type { Command } from 'commander'
import type { SecretRecord } from '../db/backup/format.ts'
import { openBackup } from '../db/backup/reader.ts'
import { refuseNewer, restore } from '../db/backup/restore.ts'
import { isSecretOf, secretOf } from '../db/backup/secret.ts'
import type { Config } from '../settings/config.ts'
import { findSecret, keyFile } from '../start/secret-key.ts'
import { recordRun } from './backup-record.ts'
import { CommandFailed, type Context, withOpened } from './context.ts'
import { interruptible, reporter, rowCount } from './long-work.ts'
import { tryRestore } from './restore-trial.ts'

interface Options {
  trial?: boolean
  newKey?: boolean
  json?: boolean
}

/** The source of the secret: this installation, the backup, or none. */
type KeyPlan = { kind: 'here' } | { kind: 'from the backup'; secret: string } | { kind: 'given up' }

export function register(command: Command, context: Context): void {
  command
    .argument('<file>', 'a file made by pennypost backup')
    .option(
      '--new-key',
      'the key is lost: do without it. No link in an email sent so far works again',
    )
    .option('--trial', 'restore it into a store that is removed again, and record the result')
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      `
The store must be empty: a new DATA_DIR, or a new database for DATABASE_URL. \
Everything is restored, or nothing.
The key is in the backup; an encrypted one needs its passphrase, from a prompt or standard input.

Examples:
  $ DATA_DIR=/srv/pennypost pennypost restore /backups/pennypost-2026-11-21.backup
  $ pennypost restore today.backup < passphrase.txt
  $ pennypost restore /backups/pennypost-2026-11-21.backup --trial`,
    )
    .action((file: string, options: Options) =>
      options.trial ? tryRestore(context, file, options.json) : run(context, file, options),
    )
}

async function run(
  context: Context,
  file: string,
  { newKey = false, json }: Options,
): Promise<void> {
  const config = context.config()
  const backup = await openBackup(file)
  try {
    refuseNewer(backup.head)
    const plan = await planKey(context, config, backup.head.secretKey, newKey)
    let movedTo: string | undefined
    const restored = await interruptible(signal =>
      withOpened(config, async ({ store }) => {
        const began = new Date()
        const made = await restore(store, backup, {
          signal,
          withoutSigningKeys: plan.kind === 'given up',
          onProgress: reporter(context.progress, 'restored'),
          beforeCommit: async () => {
            if (plan.kind === 'from the backup') movedTo = placeKey(config, plan.secret)
          },
        })
        const facts = { kind: 'restored', began, fileBytes: null, rows: made.rows } as const
        await recordRun(context, store, facts)
        return made
      }),
    )
    const { made, schema } = backup.head
    if (json)
      return context.printJson({
        file,
        made,
        schema,
        ...restored,
        key: plan.kind,
        formerKeyFile: movedTo,
      })
    for (const migration of restored.migrated)
      context.print(`The schema was brought up to date: ${migration}`)
    if (plan.kind === 'from the backup')
      context.print(`The key was put into ${keyFile(config.store)}.`)
    if (movedTo) context.print(`The key that was there is now ${movedTo}.`)
    if (plan.kind === 'given up')
      context.print(
        'A new key is made at the next start. Links in emails sent so far are dead, and ' +
          'passwords that were kept sealed must be given again.',
      )
    context.print(
      `${rowCount(restored.rows)} of ${restored.tables} tables restored, as of ${made}.`,
    )
  } finally {
    backup.close()
  }
}

async function planKey(
  context: Context,
  config: Config,
  record: SecretRecord,
  giveUp: boolean,
): Promise<KeyPlan> {
  if (giveUp) return { kind: 'given up' }
  const found = findSecret(config.store)
  // The backup of an installation without a key names none.
  if (found && (isSecretOf(record, found.secret) || record.fingerprint === ''))
    return { kind: 'here' }
  if (found?.origin === 'SECRET_KEY')
    throw new CommandFailed(
      'SECRET_KEY is not the one that the backup was made with. Set that ' +
        `one${record.form === 'none' ? '' : ', or unset it to use the one in the backup'}.`,
    )
  const passphrase =
    record.form === 'sealed' ? await context.readPassword('Passphrase for the key: ') : undefined
  const secret = secretOf(record, passphrase)
  if (secret === undefined)
    throw new CommandFailed(
      'The backup was made without its key: set SECRET_KEY to the one it was made with, or ' +
        `put its secret.key into ${config.store.dataDir}. If it is lost: --new-key`,
    )
  if (!isSecretOf(record, secret))
    throw new CommandFailed('The key in the backup is not the one it names: the file was changed.')
  return { kind: 'from the backup', secret }
}

/**
 * Writes the key beside the store, and returns where an existing one was moved. It is written
 * before the data, which is useless without it.
 */
function placeKey(config: Config, secret: string): string | undefined {
  const file = keyFile(config.store)
  mkdirSync(config.store.dataDir, { recursive: true, mode: 0o700 })
  let movedTo: string | undefined
  if (findSecret({ ...config.store, secretKey: undefined })) {
    movedTo = `${file}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`
    renameSync(file, movedTo)
  }
  const unfinished = `${file}.unfinished`
  const fd = openSync(unfinished, 'w', 0o600)
  try {
    writeSync(fd, `${secret}\n`)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(unfinished, file)
  return movedTo
}
