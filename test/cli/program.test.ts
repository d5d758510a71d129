/** The program as a checkout starts it. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { Command } from 'commander'
import { createContext } from '../../src/cli/context.ts'
import { groups } from '../../src/cli/groups.ts'
import * as settings from '../../src/settings/config.ts'
import { CHECKOUT } from '../support/program.ts'
import { inOwnProcess, newFolder } from './setup.ts'

const root = resolve(import.meta.dirname, '..', '..')

describe('./pennypost', () => {
  test('runs by its path and by a link, from any folder, whatever Node.js the PATH has', () => {
    const folder = newFolder()
    const link = join(folder, 'pennypost')
    symlinkSync(join(root, 'pennypost'), link)
    for (const program of [join(root, 'pennypost'), link]) {
      const env = { PATH: '/usr/bin:/bin' }
      const { status, stdout } = spawnSync(program, ['version'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      assert.match(stdout, /^Pennypost \d.*Node\.js 2[4-9]/)
      assert.equal(status, 0)
    }
  })
})

describe('the groups of commands', () => {
  test('stand in the help, which loads none of them', async () => {
    const { code, out } = await inOwnProcess(['--help'])
    assert.equal(code, 0)
    for (const { name, about } of groups) {
      const line = new RegExp(`^  ${name} +(.*(?:\\n {10,}.*)*)`, 'm').exec(out)
      assert.equal(line?.[1]?.replace(/\s+/g, ' '), about, name)
    }
  })

  test('are found by help, and a wrong name is told with the right one', async () => {
    assert.match(
      (await inOwnProcess(['help', 'list'])).out,
      /^Usage: pennypost list .*\n[\s\S]*^ {2}add /m,
    )
    assert.match((await inOwnProcess(['help', 'send'])).out, /--newsletter <id>/)
    const { code, err } = await inOwnProcess(['newsleter', 'list'])
    assert.match(err, /Did you mean newsletter\?/)
    assert.equal(code, 2)
  })

  test('have commands that say what they are for, and show an example', async () => {
    const said: string[] = []
    const program = new Command('pennypost')
      .exitOverride()
      .configureOutput({ writeOut: text => said.push(text) })
    for (const { name, load } of groups)
      (await load()).register(
        program.command(name),
        createContext(() => settings),
        groups,
      )
    for (const command of leaves(program)) {
      const words = wordsOf(command)
      said.length = 0
      await assert.rejects(program.parseAsync([...words, '--help'], { from: 'user' }), {
        code: 'commander.helpDisplayed',
        exitCode: 0,
      })
      assert.match(said.join(''), /Examples?:\n {2}\$ .*pennypost /, words.join(' '))
      if (words.length > 1) assert.notEqual(command.description(), '', words.join(' '))
    }
  })

  test('cost a command what its own group costs, and less when it was run before', async () => {
    const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' }
    const all =
      `await Promise.all((await import(${JSON.stringify(GROUPS)})).groups.map(({ load }) => ` +
      'load()))'
    const ofAll = processorTime(['--input-type=module', '--eval', all], uncached)
    const ofOne = processorTime([CHECKOUT, 'list', '--help'], uncached)
    assert.ok(ofOne < ofAll / 2, `${ofOne} of ${ofAll} ms`)
    const cached = { NODE_COMPILE_CACHE: newFolder() }
    processorTime([CHECKOUT, 'list', '--help'], cached)
    const again = processorTime([CHECKOUT, 'list', '--help'], cached)
    assert.ok(again < ofOne * 0.8, `${again} of ${ofOne} ms`)
  })
})

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)

/** The words behind `pennypost` that call it. */
const wordsOf = (command: Command): string[] =>
  command.parent ? [...wordsOf(command.parent), command.name()] : []

const GROUPS = new URL('../../src/cli/groups.ts', import.meta.url).href

/** Milliseconds that a program takes of processors; the least of three runs. */
function processorTime(args: string[], env: Record<string, string>): number {
  const tell = 'process.on("exit", () => console.error(JSON.stringify(process.cpuUsage())))'
  const spent = [1, 2, 3].map(() => {
    const told = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, ...args]
    const { status, stderr } = spawnSync(process.execPath, told, { env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    const { user, system } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!)
    return (user + system) / 1000
  })
  return Math.min(...spent)
}
