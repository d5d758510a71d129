/** Signals to a service: the first stops it in order, a second one at once, and both say so. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { embeddedStatus } from '../../src/db/embedded/embedded.ts'
import { freePort } from '../support/free-port.ts'
import { copyStore } from '../support/made-store.ts'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'
import { until } from '../support/until.ts'

/** A signal that comes sooner after the first one is that one, sent twice. */
const SAME_SIGNAL_MILLIS = 1000

describe('a second signal', () => {
  let dataDir: string
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'pennypost-signals-'))
    await copyStore(dataDir)
  })
  after(() => rmSync(dataDir, { recursive: true, force: true }))

  /** Resolves when it is up and was called: without callers it stops at once. */
  async function start(env: Record<string, string>) {
    const port = await freePort()
    const child = spawn(process.execPath, [PROGRAM, 'start'], {
      cwd: dataDir,
      env: {
        ...PROGRAM_ENV,
        DATA_DIR: dataDir,
        PORT: String(port),
        ACCOUNT_PASSWORD: 'given & long',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', chunk => {
      log += chunk
    })
    const ended = once(child, 'close')
    const said = (words: string) =>
      until(
        () => log.includes(words),
        () => log,
      )
    await said('the service is up')
    await (await fetch(`http://127.0.0.1:${port}/console/sign-in`)).text()
    return { child, ended, said, messages: () => log.trim().split('\n').map(messageOf) }
  }
  const messageOf = (line: string): string => JSON.parse(line).msg

  test('at once is the first one, sent twice: it stops in order', async () => {
    const { child, ended, messages, said } = await start({ STOP_DELAY: '2' })
    child.kill('SIGTERM')
    await said('the service finishes its work in progress and stops')
    child.kill('SIGINT')
    assert.deepEqual(await ended, [0, null])
    const last = messages()
    assert.ok(last.includes('the signal came twice; another one will end the service at once'))
    assert.equal(last.at(-1), 'the service has stopped')
    assert.equal((await embeddedStatus(dataDir)).running, false)
  })

  test('later ends it at once, in words, and its store with it', async () => {
    const { child, ended, messages, said } = await start({ STOP_DELAY: '60', STOP_TIMEOUT: '100' })
    child.kill('SIGTERM')
    await said('the service finishes its work in progress and stops')
    await pause(SAME_SIGNAL_MILLIS)
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    assert.match(messages().at(-1)!, /^a second signal: the service ends at once, its work in /)
    assert.equal((await embeddedStatus(dataDir)).running, false)
  })

  test('is not needed when the time is over: its store ends with it', async () => {
    const { child, ended, messages } = await start({ STOP_DELAY: '60', STOP_TIMEOUT: '2' })
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    assert.match(messages().at(-1)!, /^the service did not stop in time: /)
    assert.equal((await embeddedStatus(dataDir)).running, false)
  })
})
