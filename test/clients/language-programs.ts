/** The programs of this machine that run code of one file, and skipping a test without them. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { commandOf, type Program } from './setup.ts'

export const curl: Program = { wants: 'curl', commands: ['curl'], probe: ['--version'] }

export const node: Program = {
  wants: 'Node',
  commands: [process.execPath],
  probe: ['--version'],
}

/** Without its modules for SOAP. */
export const phpAlone: Program = {
  wants: 'PHP (php-cli)',
  commands: ['/usr/bin/php', 'php'],
  probe: ['-r', 'exit(0);'],
}

export const python: Program = {
  wants: 'Python 3',
  commands: ['python3'],
  probe: ['--version'],
}

/** Undefined: the test is skipped, or has failed where all programs are required. */
export function commandOrSkip(context: TestContext, program: Program): string | undefined {
  const command = commandOf(program)
  if (command !== undefined) return command
  const sentence = `this machine lacks ${program.wants}`
  assert.notEqual(process.env.REQUIRE_ALL, '1', sentence)
  context.skip(sentence)
  return undefined
}
