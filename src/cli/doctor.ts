/**
 * `pennypost doctor`: checks the installation and names remedies. Exit code 1 when a check fails.
 */
import type { Command } from 'commander'
import { reportedFinding } from '../actions/installation/checks.ts'
import { type DoctorFinding, doctorSentence } from '../actions/installation/doctor-words.ts'
import { embeddedStatus } from '../db/embedded/embedded.ts'
import type { Config } from '../settings/config.ts'
import { clock, machineFindings, node, settings } from '../start/doctor/checks.ts'
import { bad, warn } from '../start/doctor/finding.ts'
import { storeFindings } from '../start/doctor/store-checks.ts'
import { type Context, withOpened } from './context.ts'
import { doctorText } from './language.ts'
import { relaysOf } from './secret.ts'

export function register(command: Command, context: Context): void {
  command
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      '\nExit code 1 when a check fails; warnings do not count.\n\nExample:\n  $ pennypost doctor',
    )
    .action(({ json }: { json?: boolean }) => doctor(context, json))
}

async function doctor(context: Context, json = false): Promise<void> {
  const { print, printJson } = context
  const findings = await examine(context)
  const isBad = findings.some(({ state }) => state === 'bad')
  if (json) printJson({ ok: !isBad, findings: findings.map(reportedFinding) })
  else for (const finding of findings) for (const line of lines(finding)) print(line)
  if (isBad) process.exitCode = 1
}

async function examine(context: Context): Promise<DoctorFinding[]> {
  const { found, config } = settings(context.config, context.settingNotes)
  const findings = [node(), clock(), ...found]
  if (!config) return findings
  return [...findings, ...machineFindings(config), ...(await findingsOfStore(config))]
}

/** A missing store is not made. */
async function findingsOfStore(config: Config): Promise<DoctorFinding[]> {
  const { databaseUrl, dataDir } = config.store
  try {
    if (databaseUrl === undefined && (await embeddedStatus(dataDir)).storeMajor === undefined)
      return [
        warn(
          'store',
          doctorSentence('store-none', { folder: dataDir }),
          doctorSentence('store-first-start', { setting: 'DATA_DIR' }),
        ),
      ]
    return await withOpened(config, ({ store }) =>
      storeFindings(config, store, relaysOf(store, config)),
    )
  } catch (error) {
    const todo =
      databaseUrl === undefined
        ? doctorSentence('store-read', { page: 'docs/embedded-store.md' })
        : doctorSentence('store-check', { setting: 'DATABASE_URL' })
    return [bad('store', doctorSentence('store-fails', { says: (error as Error).message }), todo)]
  }
}

function lines({ check, state, found, todo }: DoctorFinding): string[] {
  const first = `${state.padEnd(4)}  ${check.padEnd(12)}  ${doctorText(found)}`
  return todo === undefined ? [first] : [first, `${' '.repeat(20)}-> ${doctorText(todo)}`]
}
