/**
 * The floor plan of docs/architecture.md, held: which room may import from which, where wire names may stand,
 * and that each query names its account. A new import that fails here is in the wrong room, or the plan has changed.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

/** What a room may import: a room, a part of one (`mail/links`), or of one the types only (`db:types`). Its own files it always may. */
const plan: Record<string, readonly string[]> = {
  lib: [],
  contract: ['lib'],
  db: ['lib'],
  domain: [
    'db',
    'lib',
    'mail/links',
    'mail/template',
    'mail/message/compile',
    'mail/bounces/rules',
    'sms/segments',
    'sms/numbers',
  ],
  mail: ['lib'],
  sms: ['lib'],
  operations: ['contract', 'domain', 'db:types', 'lib', 'mail/message/compile', 'sms/segments'],
  soap: ['contract', 'operations', 'domain/refusal', 'domain/accounts', 'lib'],
  'console-api': ['domain', 'db:types', 'lib', 'contract'],
  recipient: ['domain', 'mail/links', 'mail/message/compose', 'mail/message/compile:types', 'db:types', 'lib'],
  workers: ['domain', 'mail', 'sms', 'db', 'lib'],
  inbound: ['domain', 'mail', 'sms', 'db', 'lib'],
  webhooks: ['workers/engine', 'domain', 'mail', 'sms', 'db', 'lib'],
  sandbox: ['domain', 'mail', 'sms', 'db', 'lib'],
  metrics: ['domain', 'db', 'lib'],
  settings: ['db', 'mail', 'sms', 'lib'],
  http: ['metrics', 'soap:types', 'db', 'lib'],
  start: [
    'workers',
    'inbound',
    'webhooks',
    'sandbox',
    'metrics',
    'settings',
    'http:types',
    'soap/addresses',
    'contract',
    'domain',
    'mail',
    'sms',
    'db',
    'lib',
  ],
  // `main`: `start` is a command.
  cli: ['main', 'start', 'settings', 'webhooks', 'domain', 'mail', 'sms', 'db', 'lib'],
}

/** The folders of mail/, lowest first: each may import those named before it. */
const mailFolders = ['html', 'links', 'mime', 'template', 'message', 'bounces', 'smtp', 'dns', 'mailbox']

interface Import {
  file: string
  /** Without src/ and the ending: `domain/lists/add-list`. */
  target: string
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
      type !== undefined || (listed !== undefined && listed.length > 0 && listed.every(name => /^\s*type\s/.test(name)))
    return { file, target: path.replace(/(\.sql)?\.ts$/, ''), typesOnly }
  })
}

/** The hallway sees every room: the files of src itself. */
const HALLWAY = 'the hallway'
const roomOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? HALLWAY
const within = (target: string, part: string): boolean => target === part || target.startsWith(`${part}/`)

function allowed({ file, target, typesOnly }: Import): boolean {
  const room = roomOf(file)
  if (room === HALLWAY || within(target, room)) return true
  return (plan[room] ?? []).some(entry =>
    entry.endsWith(':types') ? typesOnly && within(target, entry.slice(0, -':types'.length)) : within(target, entry),
  )
}

const sources = globSync('src/**/*.ts', { cwd: root }).map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

describe('the floor plan', () => {
  test('every room is on it', () => {
    const rooms = new Set(sources.map(({ file }) => roomOf(file)))
    const unknown = [...rooms].filter(room => !(room in plan) && room !== HALLWAY)
    assert.deepEqual(unknown, [])
  })

  test('no room imports from one that it may not see', () => {
    const imports = sources.flatMap(({ file, text }) => importsOf(file, text))
    assert.ok(imports.length > 100)
    const wrong = imports.filter(one => !allowed(one)).map(({ file, target }) => `${file} imports ${target}`)
    assert.deepEqual(wrong, [])
  })

  test('folders of mail import in one direction', () => {
    const folderOf = (path: string) => /^(?:src\/)?mail\/([^/]+)\//.exec(path)?.[1]
    const inMail = sources.filter(({ file }) => roomOf(file) === 'mail')
    const folders = [...new Set(inMail.map(({ file }) => folderOf(file)))]
    assert.deepEqual(folders.sort(), [...mailFolders].sort())
    const floorOf = (path: string) => mailFolders.indexOf(folderOf(path) ?? '')
    const wrong = inMail
      .flatMap(({ file, text }) => importsOf(file, text))
      .filter(({ file, target }) => floorOf(target) > floorOf(file))
      .map(({ file, target }) => `${file} imports ${target}`)
    assert.deepEqual(wrong, [])
  })

  test('what it forbids is found, however it is written', () => {
    const found = (file: string, text: string) => importsOf(file, text).map(allowed)
    assert.deepEqual(found('src/domain/lists/a.ts', "import { contract } from '../../contract/index.ts'\n"), [false])
    assert.deepEqual(found('src/domain/lists/a.ts', "import {\n  type A,\n  type B,\n} from '../../soap/read.ts'\n"), [false])
    assert.deepEqual(found('src/domain/lists/a.ts', "const late = await import('../../soap/read.ts')\n"), [false])
    assert.deepEqual(found('src/operations/a.ts', "import { type Db, atomically } from '../db/db.ts'\n"), [false])
    assert.deepEqual(found('src/operations/a.ts', "import { type Db, type Store } from '../db/db.ts'\n"), [true])
    assert.deepEqual(found('src/operations/a.ts', "export type { Db } from '../db/db.ts'\n"), [true])
    assert.deepEqual(found('src/soap/a.ts', "import { x } from '../domain/lists/lists.sql.ts'\n"), [false])
    assert.deepEqual(found('src/soap/a.ts', "import { Refusal } from '../domain/refusal.ts'\n"), [true])
    assert.deepEqual(found('src/mail/a.ts', "import '../db/db.ts'\n"), [false])
  })

  test('nobody but the hallway and the commands reads the environment, but for where programs are', () => {
    const readers = sources.filter(({ text }) => /\bprocess\.env\b(?!\.PATH\b)/.test(text)).map(({ file }) => file)
    const wrong = readers.filter(file => !['cli', HALLWAY].includes(roomOf(file)))
    assert.deepEqual(wrong, [])
  })

  test('wire names are spelled in the contract only', () => {
    const NAME = /(['"`])(?:str|int|bln|bool|chr|dat)[A-Z]\w*\1/g
    const wrong = sources
      .filter(({ file }) => !file.startsWith('src/contract/'))
      .flatMap(({ file, text }) => [...text.matchAll(NAME)].map(([name]) => `${file} spells ${name}`))
    assert.deepEqual(wrong, [])
  })

  test('no file is longer than 300 lines', () => {
    const long = sources.filter(({ file, text }) => !file.endsWith('.sql.ts') && text.split('\n').length > 301)
    assert.deepEqual(
      long.map(({ file }) => file),
      [],
    )
  })
})

/** Comments of a query, or of its whole file, that say why no account is named. */
const WHY = /\bbelongs? to nobody\b|\bof all accounts\b/i

describe('every query names its account', () => {
  for (const file of globSync('src/**/*.sql', { cwd: root, exclude: ['src/db/{migrations,functions}/**'] })) {
    test(file, () => {
      const [head = '', ...queries] = readFileSync(join(root, file), 'utf8').split(/^-- name:/m)
      const silent = queries.filter(query => !/:accountId\b/.test(query.replace(/^--.*$/gm, '')) && !WHY.test(head + query))
      assert.deepEqual(
        silent.map(query => query.trim().split(/\s/)[0]),
        [],
        'name :accountId, or say in a comment why not: "belongs to nobody"',
      )
    })
  }

  test('functions in the store take the account that they work for', () => {
    const functions = globSync('src/db/{migrations,functions}/*.sql', { cwd: root }).flatMap(file =>
      readFileSync(join(root, file), 'utf8')
        .split(/(?=^create (?:or replace )?function )/im)
        .slice(1),
    )
    const silent = functions
      .map(text => text.replace(/\$\$;[\s\S]*$/, '').replace(/--.*$/gm, ''))
      .filter(
        text => /\b(?:from|into|update|join)\s+[a-z_]+\s/i.test(text.replace(/^[^$]*/, '')) && !/\bp_account_id\b/.test(text),
      )
    assert.deepEqual(
      silent.map(text => text.split('(')[0]),
      [],
    )
  })
})
