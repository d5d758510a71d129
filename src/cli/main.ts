/**
 * The command line. One file per group of commands; each adds itself to the program.
 * Exit codes: 0 done, 1 it could not be done (one sentence on standard error), 2 the command was not understood.
 */
import { Command, CommanderError } from 'commander'
import { WrongSetting } from '../config.ts'
import { BackupFailed } from '../db/backup-format.ts'
import { StoreIsNewer } from '../db/migrate.ts'
import { StoreUnavailable } from '../db/store-unavailable.ts'
import { SealedOtherwise } from '../lib/secrets.ts'
import * as account from './account.ts'
import * as backup from './backup.ts'
import * as batch from './batch.ts'
import * as bounce from './bounce.ts'
import * as complaints from './bounce-facts.ts'
import { CommandFailed, type Context, createContext } from './context.ts'
import * as credits from './credits.ts'
import * as dkim from './dkim.ts'
import * as dns from './dns.ts'
import * as doctor from './doctor.ts'
import * as field from './field.ts'
import * as filter from './filter.ts'
import * as importing from './import.ts'
import * as inbox from './inbox.ts'
import * as key from './key.ts'
import * as list from './list.ts'
import * as newsletter from './newsletter.ts'
import * as optout from './optout.ts'
import * as project from './project.ts'
import * as report from './report.ts'
import * as restore from './restore.ts'
import * as route from './route.ts'
import * as sample from './sample.ts'
import * as send from './send.ts'
import * as sending from './sending.ts'
import * as sms from './sms.ts'
import * as start from './start.ts'
import * as store from './store.ts'
import * as subscriber from './subscriber.ts'
import * as suppression from './suppression.ts'
import * as template from './template.ts'
import * as testGroup from './test-group.ts'
import * as transaction from './transaction.ts'
import * as trigger from './trigger.ts'
import * as version from './version.ts'
import * as webhook from './webhook.ts'

const groups: { register(program: Command, context: Context): void }[] = [
  start,
  account,
  field,
  list,
  subscriber,
  importing,
  optout,
  newsletter,
  template,
  send,
  sending,
  project,
  transaction,
  batch,
  report,
  filter,
  trigger,
  testGroup,
  sms,
  credits,
  route,
  bounce,
  suppression,
  complaints,
  inbox,
  webhook,
  dkim,
  dns,
  sample,
  key,
  backup,
  restore,
  store,
  doctor,
  version,
]

export async function main(argv: string[]): Promise<void> {
  // Whoever reads us may have seen enough: `pennypost optout list | head`.
  process.stdout.on('error', error => process.exit((error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1))
  const program = new Command('pennypost')
    .description('Self-hosted newsletter mailing with a web service that old programs already speak.')
    .version(version.programVersion(), '-V, --version')
    .addHelpText('after', '\nExample:\n  $ pennypost start')
    .showHelpAfterError('(--help tells more)')
    // A command that has commands of its own leaves theirs to them: `pennypost import show 3 --json`.
    .enablePositionalOptions()
    .exitOverride()
  const context = createContext()
  for (const { register } of groups) register(program, context)
  try {
    await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = exitCode(error)
  }
}

function exitCode(error: unknown): number {
  // Commander has said it already; help that was asked for is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  process.stderr.write(`${isSentence(error) ? error.message : explain(error)}\n`)
  return 1
}

/** Errors whose message is written for the person at the keyboard. */
function isSentence(error: unknown): error is Error {
  return [CommandFailed, WrongSetting, StoreUnavailable, StoreIsNewer, SealedOtherwise, BackupFailed].some(
    kind => error instanceof kind,
  )
}

const explain = (error: unknown) => `Something went wrong that should not: ${error instanceof Error ? error.stack : error}`
