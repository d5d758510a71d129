/**
 * The service as a user starts it: a process of its own on a folder of its own, called over HTTP,
 * killed without warning.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeIn } from '../../src/db/embedded/place.ts'
import { copyStore } from './made-store.ts'
import { PROGRAM, PROGRAM_ENV } from './program.ts'
import { type Client, createClient } from './typed-client/client.ts'

export const PASSWORD = 'correct horse battery staple'

export interface ServiceProcess {
  pid: number
  url: string
  call: Client
  /** kill -9, and wait until it is gone. */
  kill(): Promise<void>
  /** kill -9 of the embedded server, started by any process. */
  killStore(): void
  stop(): Promise<void>
}

const NAMESPACE = 'http://pennypost.example/externalapi/v3/'

/**
 * Resolves when it listens: on the store in this folder, or on a new one that has its schema but no
 * account. First starts on an empty folder are those of test/cli/start.test.ts.
 */
export async function startService(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServiceProcess> {
  if (!existsSync(placeIn(dataDir).cluster)) await copyStore(dataDir)
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: dataDir,
    env: {
      ...PROGRAM_ENV,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ACCOUNT_PASSWORD: PASSWORD,
      STOP_DELAY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', chunk => {
      said += chunk
      const [, address] = /Endpoint\s+(\S+)\n/.exec(said) ?? []
      if (address) resolve(address)
    })
    gone.then(([code]) => reject(new Error(`the service ended with ${code}: ${said}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await gone
  }
  return {
    pid: child.pid!,
    url,
    call: createClient({
      url,
      namespace: NAMESPACE,
      username: 'admin',
      password: PASSWORD,
      binding: 'soap11',
    }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    killStore: () =>
      process.kill(
        Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      ),
  }
}
