/** What pages of the built console cost beyond the first page, compressed as it is sent. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'

const root = resolve(import.meta.dirname, '..', '..')
const folder = join(root, 'dist', 'console', 'assets')
const MOST_COMPOSER = 180_000
/** Of any other page: those with charts are the largest. */
const MOST_PAGE = 110_000

let scripts: Map<string, string>
before(() => {
  execFileSync(process.execPath, ['scripts/build-console.js', '--if-older'], { cwd: root })
  const names = readdirSync(folder).filter(name => name.endsWith('.js'))
  scripts = new Map(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]))
})

/** With all that it imports before it runs. */
function closure(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  for (const [, other] of scripts.get(name)!.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
    closure(other!, known)
  return known
}

const loadedLater = (name: string): string[] => [
  ...new Set(
    [...scripts.get(name)!.matchAll(/import\([`"']\.\/([\w.-]+\.js)[`"']\)/g)].map(
      ([, other]) => other!,
    ),
  ),
]

const named = (names: Iterable<string>, prefix: string): string => {
  const found = [...names].filter(name => name.startsWith(`${prefix}-`))
  assert.equal(found.length, 1, `${prefix}: ${found.join()}`)
  return found[0]!
}

test('the composer costs at most 180 kB beyond the first page, others at most 110', () => {
  const page = readFileSync(join(root, 'dist', 'console', 'index.html'), 'utf8')
  const [, entry] = /src="\/console\/assets\/([\w.-]+\.js)"/.exec(page)!
  const pages = loadedLater(entry!)
  assert.ok(pages.length > 20, `${pages.length} pages`)
  const first = new Set([...closure(entry!), ...closure(named(pages, 'home'))])
  const beyond = (name: string): number =>
    [...closure(name)]
      .filter(one => !first.has(one))
      .reduce((sum, one) => sum + statSync(join(folder, `${one}.br`)).size, 0)
  const composer = named(pages, 'composer')
  const sizes = new Map(pages.map(name => [name, beyond(name)]))
  assert.ok(sizes.get(composer)! <= MOST_COMPOSER, `${sizes.get(composer)} bytes`)
  assert.ok(sizes.get(composer)! > MOST_PAGE / 2, 'its parts are not found any more')
  for (const [name, bytes] of sizes)
    if (name !== composer) assert.ok(bytes <= MOST_PAGE, `${name}: ${bytes} bytes`)
})
