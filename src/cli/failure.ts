/** The message of a failed command: one sentence, unless it is a bug. */

import { ApiProblem } from '../actions/problem.ts'
import { isOutOfRoom, isReadOnly, isStoreUnreachable } from '../db/again.ts'
import { BackupFailed } from '../db/backup/format.ts'
import { ClusterFailed, isOtherRelease } from '../db/cluster/failure.ts'
import { MigrationDiffers } from '../db/migrate.ts'
import { StoreIsNewer } from '../db/store-is-newer.ts'
import { StoreUnavailable } from '../db/store-unavailable.ts'
import { MoveLost } from '../domain/moves/move.ts'
import { type Reason, Refusal } from '../domain/refusal.ts'
import type { Remedy } from '../domain/remedies.ts'
import { WrongDefinition } from '../domain/triggers/check-trigger.ts'
import { SealedOtherwise } from '../lib/secrets.ts'
import { OldServiceRefused } from '../moving/old-service/failures.ts'
import { WrongSetting } from '../settings/given.ts'
import { CommandFailed } from './context.ts'
import { problemLine, refusalText, remedyText } from './language.ts'

/** Errors whose message is written for the person at the keyboard. */
const SENTENCES = [
  CommandFailed,
  WrongSetting,
  StoreUnavailable,
  StoreIsNewer,
  MigrationDiffers,
  SealedOtherwise,
  BackupFailed,
  ClusterFailed,
  MoveLost,
  OldServiceRefused,
]

export function explain(error: unknown): string {
  if (error instanceof Error && SENTENCES.some(kind => error instanceof kind)) return error.message
  if (error instanceof ApiProblem) return refusalText(error, error.message)
  if (error instanceof WrongDefinition) return error.problems.map(problemLine).join('\n')
  if (error instanceof Refusal) return refused(error)
  return (
    outOfReach(error) ??
    `Something went wrong that should not: ${error instanceof Error ? error.stack : error}`
  )
}

/** The commands that list the objects of a kind. */
const LISTED_BY: Partial<Record<Reason, string>> = {
  'no-such-list': 'list list',
  'no-such-import': 'import list',
  'no-such-newsletter': 'newsletter list',
  'no-such-template': 'template list',
  'no-such-sending': 'sending list',
  'no-such-project': 'project list',
  'no-such-batch': 'batch list',
  'no-such-transaction': 'transaction list --project PROJECT',
  'no-such-message': 'sms list',
  'no-such-trigger': 'trigger list',
  'no-such-filter': 'filter list',
  'no-such-field': 'field list',
  'no-such-key': 'api-key list',
  'no-such-form': 'form list',
  'no-such-proposal': 'proposal list',
  'no-such-host': 'host list',
  'no-such-program': 'program list',
  'no-such-member': 'member list',
}

const ADVICE: Partial<Record<Reason, Remedy>> = {
  'not-ours': 'vouch',
  'not-proven': 'new-password',
}

function refused(refusal: Refusal): string {
  const { reason, subject, message, place, shell } = refusal
  // A mistake in a text is reported with its place.
  const said = refusalText(refusal, (place === undefined && subject) || message)
  const [listed, usual] = [LISTED_BY[reason], ADVICE[reason]]
  if (shell) return `${said} ${remedyText(shell.remedy, shell.command)}`
  if (listed) return `${said} ${remedyText('see', `pennypost ${listed}`)}`
  return usual ? `${said} ${remedyText(usual, 'pennypost member reset --vouch')}` : said
}

/**
 * Failures outside the command: a full disk, here or at the store, and a store that is unreachable,
 * read-only or half upgraded.
 */
function outOfReach(error: unknown): string | undefined {
  const { code, path, message } = (error ?? {}) as NodeJS.ErrnoException
  if (isReadOnly(error))
    return 'The store takes no writes: DATABASE_URL leads to a standby. Name the primary.'
  if (isOutOfRoom(error))
    return `The store has no room (${message}). Make room there and try again.`
  if (isStoreUnreachable(error))
    return (
      `The connection to the store was lost (${message}). Check that it is up and has disk ` +
      'space: pennypost doctor'
    )
  if (isOtherRelease(error))
    return (
      'The server runs another release of Citus than its extension in the database. On each ' +
      'server: restart it, then run as a superuser in the database: alter extension citus update'
    )
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return undefined
  return (
    `The disk is full${path === undefined ? '' : `, so ${path} could not be written`}. Make ` +
    'room and try again.'
  )
}
