/** That a command in a process which ran others is judged as one in a process of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFolder } from './setup.ts'
import { warmProcesses } from './warm-process.ts'

/** Runs the first word of its arguments. */
const PROGRAM = `
  import { createServer } from 'node:net'
  import { text } from 'node:stream/consumers'
  const commands = {
    timer: () => void setTimeout(() => console.log('rang'), 200),
    socket() {
      const server = createServer().listen(0)
      setTimeout(() => server.close(() => console.log('closed')), 200).unref()
    },
    exit() {
      console.log('before')
      process.exit(3)
    },
    crash() {
      throw new Error('a bug')
    },
    long() {
      process.stdout.write('o'.repeat(3e6))
      process.stderr.write('e'.repeat(3e6))
    },
    leave() {
      process.exitCode = 4
      process.env.LEFT = 'yes'
      process.chdir('/')
      process.stdout.on('error', () => {})
    },
    async facts() {
      const { env, argv, pid } = process
      const input = await text(process.stdin)
      const listeners = process.stdout.listenerCount('error')
      const facts = { pid, env, args: argv.slice(2), cwd: process.cwd(), input, listeners }
      console.log(JSON.stringify(facts))
    },
  }
  export const main = async argv => commands[argv[2]]()
`
const runs = warmProcesses(`data:text/javascript,${encodeURIComponent(PROGRAM)}`)
const run = (...args: string[]) => runs({ args, env: {}, cwd: '/', input: '' })

test('a command has ended when nothing of it keeps a process alive', async () => {
  assert.deepEqual(await run('timer'), { code: 0, out: 'rang\n', err: '' })
  assert.deepEqual(await run('socket'), { code: 0, out: 'closed\n', err: '' })
})

test('all that it wrote is read, and its exit code is that of the process it ends', async () => {
  const { code, out, err } = await run('long')
  assert.deepEqual([code, out.length, err.length], [0, 3e6, 3e6])
  assert.deepEqual(await run('exit'), { code: 3, out: 'before\n', err: '' })
  const crashed = await run('crash')
  assert.deepEqual([crashed.code, crashed.out], [1, ''])
  assert.match(crashed.err, /Error: a bug\n {4}at /)
})

test('nothing of the one before is left to it', async () => {
  const facts = async (input: string, cwd: string) => {
    const env = { NAME: input, TZ: 'UTC' }
    const { code, out } = await runs({ args: ['facts', input], env, cwd, input })
    const { pid, ...seen } = JSON.parse(out)
    assert.deepEqual(seen, { env, args: ['facts', input], cwd, input, listeners: 0 })
    assert.equal(code, 0)
    return pid
  }
  const first = await facts('one', newFolder())
  assert.equal((await run('leave')).code, 4)
  assert.equal(await facts('two', newFolder()), first)
  const [one, other] = await Promise.all([facts('at', '/'), facts('once', '/')])
  assert.notEqual(one, other)
})
