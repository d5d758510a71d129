/** What the first page of the built console costs, and others beyond it, as they are sent. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, test } from 'node:test'

const root = resolve(import.meta.dirname, '..', '..')
const folder = join(root, 'dist', 'console', 'assets')
const MOST_FIRST = 300_000
/** Of the drawing of triggers, beside its page. */
const MOST_CANVAS = 70_000
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

/** As it is sent; fonts are compressed as they are. */
const sent = (name: string): number => {
  const file = join(folder, name)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/** What the bundler loads with a page or a language that is loaded later, styles too. */
function loadedWith(entry: string, name: string): string[] {
  const text = scripts.get(entry)!
  const all = [...text.slice(0, text.indexOf(']')).matchAll(/"assets\/([\w.-]+)"/g)]
  const called = new RegExp(`\\./${name}[^_]*__vite__mapDeps\\(\\[([\\d,]*)\\]`).exec(text)
  assert.ok(called, name)
  return called[1]!.split(',').map(at => all[Number(at)]![1]!)
}

test('the first page costs at most 300 kB in each language, with its font', () => {
  const html = join(root, 'dist', 'console', 'index.html')
  const page = readFileSync(html, 'utf8')
  const [, entry] = /src="\/console\/assets\/([\w.-]+\.js)"/.exec(page)!
  const styles = [...page.matchAll(/href="\/console\/assets\/([\w.-]+\.css)"/g)].map(m => m[1]!)
  const font = readdirSync(folder).filter(name => name.startsWith('inter-latin-wght'))
  assert.ok(styles.length > 0 && font.length === 1)
  const home = loadedWith(entry!, named(loadedLater(entry!), 'home'))
  for (const language of ['en', 'sv', 'de']) {
    const words = loadedWith(entry!, named(loadedLater(entry!), language))
    const files = new Set([...closure(entry!), ...styles, ...font, ...home, ...words])
    const bytes = [...files].reduce((sum, name) => sum + sent(name), statSync(html).size)
    assert.ok(bytes <= MOST_FIRST, `${language}: ${bytes} bytes`)
    assert.ok(bytes > MOST_FIRST / 2, 'its parts are not found any more')
  }
})

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

test('the canvas of triggers costs at most 70 kB, loaded when one is shown', () => {
  const parts = readdirSync(folder).filter(name => /^flow-canvas-.*\.(?:js|css)$/.test(name))
  assert.equal(parts.length, 2)
  const bytes = parts.reduce((sum, name) => sum + sent(name), 0)
  assert.ok(bytes <= MOST_CANVAS, `${bytes} bytes`)
  const page = closure(named(scripts.keys(), 'trigger'))
  assert.ok(![...page].some(name => name.startsWith('flow-canvas-')))
})
