/**
 * A command of each group as a shell starts it: a process that has loaded this group alone, and
 * reads its input from a pipe. The other tests run theirs one after the other in one process.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { groups } from '../../src/cli/groups.ts'
import { inOwnProcess, migratedDatabase, newFolder } from './setup.ts'

/** Services, and what runs beside them: start.test.ts, moving.test.ts, mcp.test.ts and others. */
const ELSEWHERE = ['start', 'migrate', 'shadow', 'restore', 'mcp']

interface Tried {
  args: string[]
  input?: string
  code?: number
  out?: RegExp
  err?: RegExp
}

/** In this order: the first makes the account. Of other groups `list` is tried. */
const TRIED: Record<string, Tried> = {
  account: { args: ['add', 'shop'], input: 'a long secret\n', out: /shop was made/ },
  field: { args: ['list'], out: /^DD1 / },
  list: { args: ['add', 'News', '--from-email', 'news@example.com'], out: /Its id is 1\.$/m },
  form: { args: ['list'], out: /^There are no forms yet/ },
  host: { args: ['list'], out: /^No host yet: links begin with / },
  preferences: { args: ['show'], out: /^Readers may leave lists, pause/ },
  published: { args: ['show', '1'], out: /^It is not published/ },
  import: { args: ['-', '--list', '1', '--no-headers'], input: 'a@example.com\n', out: /1 / },
  subscriber: { args: ['show', 'a@example.com'], out: /a@example\.com/ },
  changes: { args: ['subscribers'], out: /^To go on: --cursor /m },
  optout: { args: ['add', '-'], input: 'b@example.com\n', out: /^1 address is opted out\.$/m },
  newsletter: {
    args: ['add', '--file', '-', '--subject', 'Hi', '--list', '1'],
    input: '<p>Hi</p>',
    out: / 1/,
  },
  send: { args: ['--newsletter', '9', '--list', '1'], code: 1, err: /^There is no newsletter 9\./ },
  email: { args: ['list', 'order-1'], out: /^There are no such emails/ },
  transaction: { args: ['list', '--project', '1'], code: 1, err: /^There is no project "1"\./ },
  report: { args: ['sending', '1'], code: 1, err: /^There is no sending 1\./ },
  credits: { args: ['show'] },
  complaints: { args: [] },
  dns: { args: ['reports'] },
  sample: { args: ['remove'] },
  key: { args: ['rotate'], out: /signs from now on/ },
  member: { args: ['list'], out: /^There are no members/ },
  measuring: { args: ['show'], out: /^Who was not asked: opens/ },
  'quiet-hours': { args: ['show'], out: /^Account: at any hour/ },
  utm: { args: ['show'], out: /^No host is named/ },
  'api-key': { args: ['list'], out: /^There are no API keys/ },
  audit: { args: ['list'], out: /account\.add/ },
  backup: { args: ['a.backup'], out: /^a\.backup: / },
  status: { args: [] },
  config: { args: ['show'], out: /DATABASE_URL/ },
  store: { args: ['status'], out: /up to date$/m },
  doctor: { args: [] },
  version: { args: [], out: /^Pennypost \d/ },
  completion: { args: ['bash'], out: /complete -o default/ },
}

const LIST: Tried = { args: ['list'] }

test('a command of each group runs in a process of its own', async () => {
  const names = groups.map(({ name }) => name)
  const others = names.filter(name => !(name in TRIED) && !ELSEWHERE.includes(name))
  assert.deepEqual(
    [...Object.keys(TRIED), ...ELSEWHERE].filter(name => !names.includes(name)),
    [],
  )
  const tried = [...Object.entries(TRIED), ...others.map(name => [name, LIST] as const)]
  const database = await migratedDatabase()
  const cwd = newFolder()
  const env = { ...database.env, DATA_DIR: join(cwd, 'data') }
  try {
    for (const [group, { args, input, code = 0, out = /./, err = /^/ }] of tried) {
      const ended = await inOwnProcess([group, ...args], { env, cwd, input })
      assert.equal(ended.code, code, `${group}: ${ended.err}`)
      if (code === 0) assert.match(ended.out, out, group)
      assert.match(ended.err, err, group)
    }
  } finally {
    await database.drop()
  }
})
