/** Every style sheet is loaded by the pages that use its classes. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const CONSOLE = resolve(import.meta.dirname, '..', '..', 'src', 'console')
const MODULES = globSync('**/*.{ts,tsx}', { cwd: CONSOLE }).map(path => join(CONSOLE, path))
const SHEETS = globSync('**/*.css', { cwd: CONSOLE }).map(path => join(CONSOLE, path))

const IMPORTED = /^(?:import|export)\b(?! type)[^;]*?(?:from )?'(\.[^']+)'$/gm
const LOADED = /\bimport\('(\.[^']+)'\)/g
const CLASS_OF_RULE = /\.([a-z][-\w]*)/gi
const CLASS_OF_ELEMENT = /className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g
const INTERPOLATED = /\$\{([^{}]*)\}/g
/** Words that are compared with are no classes. */
const QUOTED = /(?<!=== )'([^']*)'/g

/** Style sheets by the classes that they have rules for. */
const SHEETS_BY_CLASS = new Map<string, string[]>()
for (const sheet of SHEETS)
  for (const [, name] of readFileSync(sheet, 'utf8').matchAll(CLASS_OF_RULE))
    SHEETS_BY_CLASS.set(name!, [...(SHEETS_BY_CLASS.get(name!) ?? []), sheet])

interface ModuleUse {
  sheets: string[]
  imported: string[]
  /** What a module loads when it is needed: a chunk of its own. */
  loaded: string[]
  classes: string[]
}

function useOf(path: string): ModuleUse {
  const text = readFileSync(path, 'utf8')
  const at = (found: RegExpMatchArray) => resolve(path, '..', found[1]!)
  const imported = [...text.matchAll(IMPORTED)].map(at)
  const classes = [...text.matchAll(CLASS_OF_ELEMENT)]
    .flatMap(([, plain, code = '']) => plain ?? classesOfCode(code))
    .flatMap(words => words.split(/\s+/))
  return {
    sheets: imported.filter(one => one.endsWith('.css')),
    imported: imported.filter(one => MODULES.includes(one)),
    loaded: [...text.matchAll(LOADED)].map(at).filter(one => MODULES.includes(one)),
    classes: classes.filter(name => SHEETS_BY_CLASS.has(name)),
  }
}

/** The strings of an expression, and those within the holes of its templates. */
function classesOfCode(code: string): string[] {
  const strings = (text: string) => [...text.matchAll(QUOTED)].map(([, words]) => words!)
  const holes = [...code.matchAll(INTERPOLATED)].flatMap(([, hole]) => strings(hole!))
  const around = code.replaceAll(INTERPOLATED, ' ').replaceAll('`', "'")
  return [...holes, ...strings(around)]
}

const USES = new Map(MODULES.map(path => [path, useOf(path)]))

/** The modules of a chunk: its first and what these import. */
function chunkOf(first: string): Set<string> {
  const found = new Set([first])
  for (const path of found) for (const one of USES.get(path)!.imported) found.add(one)
  return found
}

/** Classes of a chunk's modules without a style sheet, and those of the chunks that it loads. */
function unstyled(first: string, given: ReadonlySet<string>, seen: Set<string>): string[] {
  if (seen.has(first)) return []
  seen.add(first)
  const uses = [...chunkOf(first)].map(path => ({ path, ...USES.get(path)! }))
  const sheets = new Set([...given, ...uses.flatMap(use => use.sheets)])
  return [
    ...uses.flatMap(({ path, classes }) =>
      classes
        .filter(name => !SHEETS_BY_CLASS.get(name)!.some(sheet => sheets.has(sheet)))
        .map(name => `${relative(CONSOLE, path)}: ${name}`),
    ),
    ...uses.flatMap(({ loaded }) => loaded.flatMap(one => unstyled(one, sheets, seen))),
  ]
}

test('each class of a page has its style sheet, whichever page is opened first', () => {
  assert.deepEqual([...new Set(unstyled(join(CONSOLE, 'main.tsx'), new Set(), new Set()))], [])
})

test('each style sheet is imported', () => {
  const imported = new Set([...USES.values()].flatMap(({ sheets }) => sheets))
  const unused = SHEETS.filter(sheet => !imported.has(sheet))
  assert.deepEqual(
    unused.map(sheet => relative(CONSOLE, sheet)),
    [],
  )
})
