/**
 * The floor plan of scripts/floor-plan.ts, held: which room and which folder may import from which,
 * and where wire names may stand. A new import that fails here is in the wrong place, or the plan
 * has changed: then `npm run docs` writes it to docs/architecture.md.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { crowded, MOST_FILES, MOST_LEVELS, rooms } from '../scripts/floor-plan.ts'
import { floors } from '../scripts/floors.ts'

const root = resolve(import.meta.dirname, '..')

interface Import {
  file: string
  /** Without src/ and the ending: `domain/lists/add-list`. */
  target: string
  /** With both. */
  path: string
  typesOnly: boolean
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"]*?)\s*from\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|(?:^|\n)import\s+'(\.[^']+)'/g

function importsOf(file: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, names = '', from, dynamic, bare]) => {
    const path = relative(join(root, 'src'), join(root, dirname(file), (from ?? dynamic ?? bare)!))
    const listed = /^\{(.*)\}$/s
      .exec(names.trim())?.[1]
      ?.split(',')
      .filter(name => name.trim() !== '')
    const typesOnly =
      type !== undefined ||
      (listed !== undefined && listed.length > 0 && listed.every(name => /^\s*type\s/.test(name)))
    return { file, target: path.replace(/(\.sql)?\.tsx?$/, ''), path: `src/${path}`, typesOnly }
  })
}

/** The hallway sees every room: the files of src itself. */
const HALLWAY = 'the hallway'
const roomOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? HALLWAY
const within = (target: string, part: string): boolean =>
  target === part || target.startsWith(`${part}/`)

const allows = (entry: string, { target, typesOnly }: Import): boolean =>
  entry.endsWith(':types')
    ? typesOnly && within(target, entry.slice(0, -':types'.length))
    : within(target, entry)

function allowed(one: Import): boolean {
  const room = roomOf(one.file)
  if (room === HALLWAY || within(one.target, room)) return true
  return (rooms[room]?.imports ?? []).some(entry => allows(entry, one))
}

/** The folder of a file within its room; `.` is the room itself. */
const folderOf = (file: string): string => dirname(file.split('/').slice(2).join('/'))

const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(file => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))
const imports = sources.flatMap(({ file, text }) => importsOf(file, text))

/** A way along imports from one file back to it, or nothing. */
function circle(edges: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const follow = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    path.push(file)
    for (const next of edges.get(file) ?? []) {
      const found = follow(next)
      if (found.length > 0) return found
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of edges.keys()) {
    const found = follow(file)
    if (found.length > 0) return found
  }
  return []
}

describe('the floor plan', () => {
  test('every room is on it', () => {
    const found = new Set(sources.map(({ file }) => roomOf(file)))
    const unknown = [...found].filter(room => !(room in rooms) && room !== HALLWAY)
    assert.deepEqual(unknown, [])
  })

  test('no room imports from one that it may not see', () => {
    assert.ok(imports.length > 100)
    const wrong = imports
      .filter(one => !allowed(one))
      .map(({ file, target }) => `${file} imports ${target}`)
    assert.deepEqual(wrong, [])
  })

  test('every permission is used', () => {
    const idle = Object.entries(rooms).flatMap(([room, { imports: entries }]) => {
      const own = imports.filter(({ file }) => roomOf(file) === room)
      return entries
        .filter(entry => !own.some(one => allows(entry, one)))
        .map(entry => `${room} imports nothing of ${entry}`)
    })
    assert.deepEqual(idle, [])
  })

  test('no file imports itself through others (no cycles)', () => {
    const edges = Map.groupBy(imports, ({ file }) => file)
    const paths = [...edges].map(([file, all]) => [file, all.map(({ path }) => path)] as const)
    assert.deepEqual(circle(new Map(paths)), [])
    const ring = new Map(['ab', 'bc', 'cb'].map(([from, to]) => [from!, [to!]]))
    assert.deepEqual(circle(ring), ['b', 'c', 'b'])
  })

  for (const [room, all] of Object.entries(floors)) {
    const order = all.flatMap(({ folders }) => Object.keys(folders))

    test(`folders of ${room} are on their floors, each once`, () => {
      const files = sources.filter(({ file }) => roomOf(file) === room)
      const found = new Set(files.map(({ file }) => folderOf(file)))
      assert.deepEqual([...order].sort(), [...found].sort())
    })

    test(`folders of ${room} import nothing from above`, () => {
      const upward = imports
        .filter(({ file, path }) => roomOf(file) === room && roomOf(path) === room)
        .filter(({ file, path }) => order.indexOf(folderOf(path)) > order.indexOf(folderOf(file)))
        .map(({ file, target }) => `${file} imports ${target}`)
      assert.deepEqual(upward, [])
    })
  }

  test('folders lie within reach, and few files in each', () => {
    const files = globSync('src/**/*.{ts,tsx,css,sql,txt}', { cwd: root }).filter(
      file => !file.endsWith('.sql.ts') && !/^src\/db\/(migrations|functions)\//.test(file),
    )
    const deep = files.filter(file => file.split('/').length > MOST_LEVELS + 3)
    assert.deepEqual(deep, [])
    const full = [...Map.groupBy(files, dirname)].filter(([, inIt]) => inIt.length > MOST_FILES)
    assert.deepEqual(
      full.map(([folder]) => folder).sort(),
      Object.keys(crowded)
        .map(folder => `src/${folder}`)
        .sort(),
      `more than ${MOST_FILES} files, or no longer so many`,
    )
  })

  test('what it forbids is found, however it is written', () => {
    const found = (file: string, text: string) => importsOf(file, text).map(allowed)
    assert.deepEqual(
      found('src/domain/lists/a.ts', "import { contract } from '../../contract/index.ts'\n"),
      [false],
    )
    assert.deepEqual(
      found(
        'src/domain/lists/a.ts',
        "import {\n  type A,\n  type B,\n} from '../../soap/read.ts'\n",
      ),
      [false],
    )
    assert.deepEqual(
      found('src/domain/lists/a.ts', "const late = await import('../../soap/read.ts')\n"),
      [false],
    )
    assert.deepEqual(
      found('src/operations/a.ts', "import { type Db, atomically } from '../db/db.ts'\n"),
      [false],
    )
    assert.deepEqual(
      found('src/operations/a.ts', "import { type Db, type Store } from '../db/db.ts'\n"),
      [true],
    )
    assert.deepEqual(found('src/operations/a.ts', "export type { Db } from '../db/db.ts'\n"), [
      true,
    ])
    assert.deepEqual(found('src/soap/a.ts', "import { x } from '../domain/lists/lists.sql.ts'\n"), [
      false,
    ])
    assert.deepEqual(found('src/soap/a.ts', "import { Refusal } from '../domain/refusal.ts'\n"), [
      true,
    ])
    assert.deepEqual(found('src/mail/a.ts', "import '../db/db.ts'\n"), [false])
  })

  test('only the hallway and the commands read the environment, but for paths of programs', () => {
    const readers = sources
      .filter(({ text }) => /\bprocess\.env\b(?!\.PATH\b)/.test(text))
      .map(({ file }) => file)
    const wrong = readers.filter(file => !['cli', HALLWAY].includes(roomOf(file)))
    assert.deepEqual(wrong, [])
  })

  test('wire names are spelled in the contract only', () => {
    const NAME = /(['"`])(?:str|int|bln|bool|chr|dat)[A-Z]\w*\1/g
    const wrong = sources
      .filter(({ file }) => !file.startsWith('src/contract/'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(NAME)].map(([name]) => `${file} spells ${name}`),
      )
    assert.deepEqual(wrong, [])
  })

  // Tables and tests are read entry by entry.
  const LONG = /^(?:src\/actions\/|src\/console\/routes\.tsx$|test\/)/

  test('no file is longer than 300 lines, no table and no test than 350', () => {
    const files = globSync('{src,test,bench,scripts}/**/*.{ts,tsx,css}', { cwd: root })
    assert.ok(files.length > 1000)
    const long = files.filter(
      file =>
        !file.endsWith('.sql.ts') &&
        readFileSync(join(root, file), 'utf8').split('\n').length - 1 >
          (LONG.test(file) ? 350 : 300),
    )
    assert.deepEqual(long, [])
  })
})

describe('the web console', () => {
  const bare = (text: string) =>
    [...text.matchAll(/(?:from|import)\s*\(?'([^'.][^']*)'/g)].map(([, name]) => name!)

  test('uses Mantine in its parts alone, so that it can be replaced', () => {
    const files = sources.filter(({ file }) => roomOf(file) === 'console')
    const users = files.filter(({ text }) => bare(text).some(name => name.startsWith('@mantine/')))
    assert.ok(users.length > 3)
    const wrong = users.filter(({ file }) => !file.startsWith('src/console/parts/'))
    assert.deepEqual(wrong, [])
    assert.deepEqual(bare("import { Modal } from '@mantine/core'\nimport '../a.ts'\n"), [
      '@mantine/core',
    ])
  })

  test('a feature imports no other: what several use lies in shared/, parts/, api/ or texts/', () => {
    const featureOf = (path: string) => /^src\/console\/features\/([^/]+)\//.exec(path)?.[1]
    const across = ({ file, path }: Pick<Import, 'file' | 'path'>) =>
      featureOf(file) !== undefined &&
      featureOf(path) !== undefined &&
      featureOf(file) !== featureOf(path)
    assert.ok(imports.filter(({ file }) => featureOf(file) !== undefined).length > 500)
    assert.deepEqual(
      imports.filter(across).map(({ file, target }) => `${file} imports ${target}`),
      [],
    )
    const [found] = importsOf(
      'src/console/features/home/home.tsx',
      "import { outcomes } from '../sendings/outcomes.ts'\n",
    )
    assert.ok(across(found!))
  })
})
