/**
 * `pennypost doctor`: checks the installation and names remedies. Exit code 1 when a check fails.
 */
import type { Command } from 'commander'
import { embeddedStatus } from '../db/embedded/embedded.ts'
import type { Config } from '../settings/config.ts'
import { clock, machineFindings, node, settings } from '../start/doctor/checks.ts'
import { bad, type DoctorFinding, warn } from '../start/doctor/finding.ts'
import { storeFindings } from '../start/doctor/store-checks.ts'
import { type Context, withOpened } from './context.ts'
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
  if (json) printJson({ ok: !isBad, findings })
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
          `There is none in ${dataDir} yet.`,
          'The first start makes one; if there should be one, check DATA_DIR.',
        ),
      ]
    return await withOpened(config, ({ store }) =>
      storeFindings(config, store, relaysOf(store, config)),
    )
  } catch (error) {
    const todo =
      databaseUrl === undefined
        ? 'See docs/embedded-store.md.'
        : 'Check DATABASE_URL and its server.'
    return [bad('store', (error as Error).message, todo)]
  }
}

function lines({ check, state, says, todo }: DoctorFinding): string[] {
  const first = `${state.padEnd(4)}  ${check.padEnd(12)}  ${says}`
  return todo === undefined ? [first] : [first, `${' '.repeat(20)}-> ${todo}`]
}
