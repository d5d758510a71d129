/**
 * The service bounds the space of young objects, however it is started; what the operator has set
 * stays.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { CHECKOUT } from '../support/program.ts'

/** Each program that runs says what options its engine has got. */
const TELL = '--import=data:text/javascript,console.log(JSON.stringify(process.execArgv))'

/** The options of each program that ran in the process, one after the other. */
function ran(args: string[], command: string, nodeOptions = ''): string[][] {
  const env = { PATH: process.env.PATH, NODE_OPTIONS: `${TELL} ${nodeOptions}` }
  const said = execFileSync(process.execPath, [...args, CHECKOUT, command, '--help'], {
    env,
    encoding: 'utf8',
  })
  assert.match(said, /Usage: /)
  return said
    .split('\n')
    .flatMap(line => (line.startsWith('[') ? [JSON.parse(line) as string[]] : []))
}

test('the service bounds the space of young objects', () => {
  assert.deepEqual(ran([], 'start'), [[], ['--max-semi-space-size=16']])
  // What else was set is kept.
  assert.deepEqual(ran(['--stack-trace-limit=30'], 'start').at(-1), [
    '--max-semi-space-size=16',
    '--stack-trace-limit=30',
  ])
  assert.deepEqual(ran([], 'migrate').at(-1), [
    '--max-semi-space-size=8',
    '--heap-growing-percent=100',
  ])
  // Commands are short.
  assert.deepEqual(ran([], 'account'), [[]])
})

test('a bound of the operator stays', () => {
  assert.deepEqual(ran(['--max-semi-space-size=64'], 'start'), [['--max-semi-space-size=64']])
  assert.deepEqual(ran([], 'start', '--max-semi-space-size=64'), [[]])
})
