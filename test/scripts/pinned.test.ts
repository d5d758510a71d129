/** What is published needs exact versions: what was tested is what gets installed. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..', '..')
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

interface Locked {
  version?: string
  integrity?: string
  dev?: boolean
}

test('every dependency is one exact version, that of the lock file', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json')
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const locked = Object.fromEntries(
    Object.keys(wanted).map(name => [name, packages[`node_modules/${name}`]?.version]),
  )
  assert.deepEqual(wanted, locked)
})

test('every package that is installed to run has an integrity in the lock file', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
  const toRun = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  assert.ok(toRun.length > 100)
  const without = toRun.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  )
})
