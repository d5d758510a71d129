/**
 * `pennypost doctor`: checks the installation and names remedies. Exit code 1 when a check fails.
 */
import type { Command } from 'commander'
import type { Context } from './context.ts'
import {
  clock,
  disk,
  keyFilePermissions,
  node,
  publicUrl,
  settings,
  store,
} from './doctor-checks.ts'
import type { DoctorFinding } from './doctor-finding.ts'

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
  const { finding, config } = settings(context.config)
  const findings = [node(), clock(), finding]
  if (!config) return findings
  return [
    ...findings,
    ...disk(config.store),
    ...publicUrl(config.http),
    ...keyFilePermissions(config),
    ...(await store(config)),
  ]
}

function lines({ check, state, says, todo }: DoctorFinding): string[] {
  const first = `${state.padEnd(4)}  ${check.padEnd(12)}  ${says}`
  return todo === undefined ? [first] : [first, `${' '.repeat(20)}-> ${todo}`]
}
