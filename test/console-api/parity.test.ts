/** Every command has a route. Commands without one are named here, with the reason. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { groups } from '../../src/cli/groups.ts'
import { routes } from '../../src/console-api/v1/table.ts'

const MACHINE = 'it is about the machine or the process, not the store'
const MOVE = 'a move is led from a terminal that stays open, with the password of the old service'
const NODES = 'it is about the servers of the store, and takes a role that may change them'
const NEVER: Record<string, string> = {
  start: MACHINE,
  backup: 'it writes the key of all secrets to a file: it belongs on the machine',
  restore: 'it needs an empty store, which has nobody to sign in',
  version: MACHINE,
  completion: 'it is about the shell',
  migrate: MOVE,
  'migrate show': MOVE,
  'migrate forget': MOVE,
  shadow: MOVE,
  'shadow report': MOVE,
  'shadow switch': MOVE,
  'shadow back': MOVE,
  'route token': 'it prints what opens a relay: it belongs on the machine',
  mcp: 'an assistant starts it; its tools are at /mcp',
  'store upgrade': 'the service migrates the store when it starts',
  'store distribute': 'no process may use the store meanwhile',
  'store add-node': NODES,
  'store rebalance': NODES,
  'store drain': NODES,
}

/** The commands that do something: `list add`. */
async function commands(): Promise<string[]> {
  const program = new Command('pennypost')
  for (const { name, load } of groups)
    (await load()).register(program.command(name), {} as never, groups)
  const under = (command: Command, words: string): string[] => {
    const more = command.commands.filter(one => one.name() !== 'help')
    const own =
      more.length === 0 || (command as unknown as { _actionHandler: unknown })._actionHandler
    return [...(own ? [words] : []), ...more.flatMap(one => under(one, `${words} ${one.name()}`))]
  }
  return program.commands.flatMap(command => under(command, command.name()))
}

test('every command has a route, or a reason for none', async () => {
  const known = new Set(await commands())
  const offered = new Set(routes.flatMap(route => route.commands))
  for (const name of [...offered, ...Object.keys(NEVER)])
    assert.ok(known.has(name), `there is no command ${name}`)
  const missing = [...known].filter(name => !offered.has(name) && !(name in NEVER))
  assert.deepEqual(missing, [], 'no route')
})

test('the page of the JSON API names the commands without a route, and their reasons', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/json-api.md'), 'utf8')
  const section = page.slice(page.indexOf('## Commands without a route'))
  const rows = section.match(/^\| .*`.*$/gm) ?? []
  const named = rows.flatMap(row => {
    const reason = row.split('|')[2]!.trim()
    return [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, reason] as const)
  })
  assert.deepEqual(Object.fromEntries(named), NEVER)
})
