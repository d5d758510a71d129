/**
 * From the start of the service on an existing store, whose server is not running, to its first
 * response.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { freePort } from '../test/support/free-port.ts'
import { type Context, OUT, ROOT, serviceEnv, stopShared, untilAnswered } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { openFixture } from './fixture.ts'
import { PROGRAM } from './smoke.ts'

export async function start(context: Context): Promise<Omit<Result, 'loads'>> {
  const { runs, quietly, log } = context
  const { dataDir, people } = context.fixture
  const figures = new Figures()
  const begin = async (program: string, args: string[]): Promise<number> => {
    const port = await freePort()
    const output = openSync(`${OUT}service.log`, 'a')
    const from = performance.now()
    const child = spawn(program, args, {
      cwd: ROOT,
      env: serviceEnv(dataDir, port),
      stdio: ['ignore', output, output],
      detached: true,
    })
    await untilAnswered(child, port, people.username)
    const seconds = (performance.now() - from) / 1000
    const ended = once(child, 'exit')
    process.kill(-child.pid!, 'SIGTERM')
    await ended
    await gone(port)
    return seconds
  }
  const node = (...args: string[]) => [process.execPath, args] as const
  await stopShared()
  await context.fixture.close()
  try {
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      figures.add('node alone', 's', await quietly(() => timeOf(...node('-e', '0'))))
      figures.add('npm start', 's', await quietly(() => begin('npm', ['start'])))
      figures.add('pennypost start', 's', await quietly(() => begin(...node(PROGRAM, 'start'))))
    }
  } finally {
    context.fixture = await openFixture(dataDir, log)
  }
  const three = { name: '3 s', unit: 's', runs: figures.get('npm start').runs.map(() => 3) }
  return {
    name: 'start',
    about:
      'From the command on an existing store of 1,000,000 subscribers, its server not ' +
      'running, to the first answered call; log-in by argon2 included.',
    series: figures.series,
    ratios: [ratio('npm start / 3 s', figures.get('npm start'), three, { most: 1 })],
  }
}

async function timeOf(program: string, args: string[]): Promise<number> {
  const from = performance.now()
  await once(spawn(program, args, { stdio: 'ignore' }), 'exit')
  return (performance.now() - from) / 1000
}

/** npm may end before the processes it started. */
async function gone(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answered = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    )
    if (!answered) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the service did not stop')
}
