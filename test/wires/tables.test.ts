/** What docs/provider-wires.md says of each wire is what its table has. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { wires } from '../../src/wires/edge.ts'
import type { ProviderWire } from '../../src/wires/parts/wire.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/provider-wires.md'), 'utf8')

const saidOf = (name: string): Map<string, string> => {
  const section = page
    .split(/^## /m)
    .find(part => part.split('\n')[0]!.toLowerCase().replace(/\W/g, '') === name)
  const said = new Map<string, string>()
  for (const line of (section ?? '').split('\n')) {
    const [, names = '', use = ''] = line.split('|').map(cell => cell.trim())
    if (!['yes', 'ignored', 'refused'].includes(use)) continue
    for (const [, one] of names.matchAll(/`([^`]+)`/g)) said.set(one!, use)
  }
  return said
}

const doneBy = ({
  routes,
  values,
  unservedRoutes,
}: ProviderWire): [name: string, use: string][] => [
  ...routes.map(({ method, path }): [string, string] => [`${method} ${path}`, 'yes']),
  ...Object.entries(values).map(([name, use]): [string, string] => [
    name,
    use === 'served' ? 'yes' : use,
  ]),
  ...unservedRoutes.map((name): [string, string] => [`/${name}`, 'refused']),
]

for (const wire of wires)
  test(`the page says what the wire of ${wire.name} does`, () => {
    assert.deepEqual(
      Object.fromEntries([...saidOf(wire.name)].toSorted()),
      Object.fromEntries(doneBy(wire).toSorted()),
    )
  })
