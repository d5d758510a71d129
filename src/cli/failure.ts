/** What a command says that could not be done: one sentence, unless it is a fault of ours. */
import { WrongSetting } from '../config.ts'
import { BackupFailed } from '../db/backup-format.ts'
import { StoreIsNewer } from '../db/migrate.ts'
import { StoreUnavailable } from '../db/store-unavailable.ts'
import { SealedOtherwise } from '../lib/secrets.ts'
import { CommandFailed } from './context.ts'

/** Errors whose message is written for the person at the keyboard. */
const SENTENCES = [CommandFailed, WrongSetting, StoreUnavailable, StoreIsNewer, SealedOtherwise, BackupFailed]

export function explain(error: unknown): string {
  if (error instanceof Error && SENTENCES.some(kind => error instanceof kind)) return error.message
  return `Something went wrong that should not: ${error instanceof Error ? error.stack : error}`
}
