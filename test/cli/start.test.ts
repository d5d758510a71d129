/**
 * `pennypost start` as a user runs it: on an empty folder, with its output, and again on the same
 * folder.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import { CHECKOUT, PROGRAM_ENV } from '../support/program.ts'
import { until } from '../support/until.ts'

const noTerminal = spawnSync('script', ['--version']).error
  ? 'script (package bsdutils) is missing'
  : false

interface Started {
  child: ChildProcess
  said: string
  /** Its log. */
  complaint(): string
  stop(): Promise<number | null>
}

describe('pennypost start', () => {
  let folder: string
  const children = new Set<ChildProcess>()
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pennypost-start-'))
  })
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  /** Resolves after the output of the start, which is when it listens. */
  async function start(env: Record<string, string> = {}): Promise<Started> {
    const child = spawn(process.execPath, [CHECKOUT, 'start'], {
      cwd: folder,
      env: { ...PROGRAM_ENV, PORT: '0', LOG_LEVEL: 'warn', STOP_DELAY: '0', ...env },
    })
    children.add(child)
    const ended = once(child, 'exit').then(([code]) => {
      children.delete(child)
      return code as number | null
    })
    let said = ''
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', chunk => {
      complaint += chunk
    })
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', chunk => {
        said += chunk
        if (/^ {2}curl .*\n/m.test(said)) resolve()
      })
      ended.then(code => reject(new Error(`ended with ${code}: ${complaint}`)))
    })
    return {
      child,
      said,
      complaint: () => complaint,
      stop: () => {
        child.kill('SIGTERM')
        return ended
      },
    }
  }

  const line = (said: string, name: string) =>
    new RegExp(`^ {2}${name} +(\\S+)`, 'm').exec(said)?.[1]
  const pasted = async (said: string, env: Record<string, string> = {}) =>
    (
      await promisify(execFile)('sh', ['-c', /^ {2}(curl .*)$/m.exec(said)![1]!], {
        env: { PATH: process.env.PATH, ...env },
      })
    ).stdout

  test('on an empty folder: the account, the addresses, a call that works when pasted; then again on the same folder', async () => {
    const first = await start()
    const password = line(first.said, 'Password')
    assert.equal(line(first.said, 'User name'), 'admin')
    assert.match(password!, /^\w{20}$/)
    assert.match(await pasted(first.said), /<DataSet/)
    assert.match(await (await fetch(line(first.said, 'WSDL')!)).text(), /<wsdl:definitions/)
    // What is printed here goes into a file or a journal, which keeps it.
    const noLink = /^ {2}Web console +http:\/\/127\.0\.0\.1:\d+\/console$/m
    assert.match(first.said, noLink)
    assert.equal(await first.stop(), 0)

    const second = await start()
    assert.match(await pasted(second.said, { ACCOUNT_PASSWORD: password! }), /<DataSet/)
    assert.match(
      second.said,
      /^ {2}Password +as set; forgotten: pennypost account password admin$/m,
    )
    assert.ok(!second.said.includes(password!))
    assert.match(second.said, noLink)
    assert.equal(await second.stop(), 0)
  })

  test('only a terminal is shown a link that signs in', { skip: noTerminal }, async () => {
    const DATA_DIR = join(folder, 'on-a-terminal')
    const command = `'${process.execPath}' '${CHECKOUT}' start`
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { ...PROGRAM_ENV, DATA_DIR, PORT: '0', STOP_DELAY: '0' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    children.add(child)
    const ended = once(child, 'exit')
    let said = ''
    child.stdout.setEncoding('utf8').on('data', chunk => {
      said += chunk
    })
    await until(() => /^ {2}curl /m.test(said))
    const page = await fetch(line(said, 'Web console')!, { redirect: 'manual' })
    assert.deepEqual([page.status, page.headers.get('location')], [303, '/console'])
    child.stdin.write('\x03')
    await ended
    children.delete(child)
  })

  test('a first start that fails leaves the password to the next one', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const DATA_DIR = join(folder, 'port-in-use')
    const sentence = (name: string) => ({
      message:
        `ended with 1: Port ${port} of 127.0.0.1 is in use by another program: stop it, or ` +
        `set ${name} to another number.\n`,
    })
    await assert.rejects(start({ DATA_DIR, PORT: String(port) }), sentence('PORT'))
    // Found out before anything is made.
    assert.ok(!existsSync(DATA_DIR))
    const BOUNCE = { BOUNCE_HOST: '127.0.0.1', BOUNCE_PORT: String(port) }
    await assert.rejects(start({ DATA_DIR, ...BOUNCE }), sentence('BOUNCE_PORT'))
    taken.close()
    const next = await start({ DATA_DIR })
    assert.match(line(next.said, 'Password')!, /^\w{20}$/)
    assert.match(await pasted(next.said), /<DataSet/)
    assert.equal(await next.stop(), 0)
  })

  test('a call at the first sign of readiness finds the account', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const DATA_DIR = join(folder, 'asked-at-once')
    const running = start({ DATA_DIR, PORT: String(port), ACCOUNT_PASSWORD: 'given & long' })
    const isReady = () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isReady())) await pause(1)
    const given = new URLSearchParams({ strUsername: 'admin', strPassword: 'given & long' })
    const call = await fetch(`${origin}/externalapiservice.asmx/GetMailingLists?${given}`)
    assert.match(await call.text(), /<DataSet/)
    assert.equal(await (await running).stop(), 0)
  })

  test('names variables that set nothing', async () => {
    const running = await start({ DATA_DIR: join(folder, 'misspelled'), LOG_LEVELL: 'info' })
    assert.match(
      running.complaint(),
      /LOG_LEVELL in the environment is no setting\. Did you mean LOG_LEVEL\?/,
    )
    assert.equal(await running.stop(), 0)
  })

  test('it listens at IPv6 addresses, and everywhere', async () => {
    for (const HOST of ['::1', '::']) {
      const running = await start({ HOST, ACCOUNT_PASSWORD: 'given' })
      assert.ok(
        line(running.said, 'Endpoint')!.startsWith(
          HOST === '::1' ? 'http://[::1]:' : 'http://localhost:',
        ),
      )
      assert.match(await pasted(running.said, { ACCOUNT_PASSWORD: 'wrong' }), /unknown-credentials/)
      assert.equal(await running.stop(), 0)
    }
  })

  test('without the key of its store it does not start, and makes no other', async () => {
    const DATA_DIR = join(folder, 'keyless')
    const key = join(DATA_DIR, 'secret.key')
    assert.equal(await (await start({ DATA_DIR })).stop(), 0)
    renameSync(key, `${key}.away`)
    await assert.rejects(start({ DATA_DIR }), {
      message:
        `ended with 1: There is no key here: SECRET_KEY is not set and ${key} is not there. ` +
        'Bring back the secret.key that belongs to the store (a backup has it), run this ' +
        `where the service runs, or set SECRET_KEY.\n`,
    })
    assert.ok(!existsSync(key))
    renameSync(`${key}.away`, key)
    chmodSync(key, 0o644)
    const running = await start({ DATA_DIR })
    assert.ok(
      running
        .complaint()
        .includes(`Everyone on this machine may read the key of the store: chmod 600 ${key}`),
    )
    assert.equal(await running.stop(), 0)
  })

  test('after kill -9 it starts again on the same store', async () => {
    const first = await start({ ACCOUNT_PASSWORD: 'given' })
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await start()
    assert.match(await pasted(second.said, { ACCOUNT_PASSWORD: 'wrong' }), /unknown-credentials/)
    assert.equal(await second.stop(), 0)
  })

  test('what keeps it from starting is one sentence', async () => {
    const running = await start()
    const port = new URL(line(running.said, 'Endpoint')!).port
    await assert.rejects(start({ PORT: port }), {
      message:
        `ended with 1: Port ${port} of 127.0.0.1 is in use by another program: stop it, or ` +
        `set PORT to another number.\n`,
    })
    await assert.rejects(start({ ROLES: 'webb' }), {
      message: /^ended with 1: ROLES is set to "webb", but it wants one of all, web, worker\.\n$/,
    })
    assert.equal(await running.stop(), 0)
  })
})
