/**
 * Sendings that no command began are not refused for their sender: the log says it once for an
 * account and a domain.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSenderWarnings } from '../../src/workers/sender-warnings.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'

interface Line {
  level: string
  msg: string
  domain?: string
}

test('a sender of a provider and an unsigned one are one line each', async t => {
  const { store, accountId, ask, send, startWorkers, drop } = await sendingSetup(5)
  const sink = await startSink()
  const lines: Line[] = []
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ level: 'info', format: 'json', to })
  const workers = await startWorkers(sink.port, {}, store, { log })
  t.after(async () => {
    await workers.stop()
    await sink.stop()
    await drop()
  })
  const sent = async (fromEmail: string) => {
    await ask('update lists set from_email = $1', [fromEmail])
    const id = await send()
    while ((await sendingProgress(store, accountId, id)).state !== 'finished') await pause(20)
  }
  for (const address of ['a@gmail.com', 'b@Gmail.com', 'shop@example.test', 'shop@example.test'])
    await sent(address)
  assert.deepEqual(
    lines
      .filter(({ domain }) => domain !== undefined)
      .map(({ level, msg, domain }) => [level, msg, domain]),
    [
      ['warn', 'the provider of a sender allows no other server', 'gmail.com'],
      ['info', 'emails of a sender are not signed', 'example.test'],
    ],
  )
})

test('each account is told, a signed sender is none, and the sandbox keeps all', () => {
  let inSandbox = true
  const told: (string | number)[][] = []
  const say = (_: string, { accountId, domain }: Record<string, string | number>) =>
    void told.push([accountId!, domain!])
  const warnOf = createSenderWarnings({
    routes: { inSandbox: () => inSandbox },
    log: { info: say, warn: say },
  })
  const all = () => {
    for (const accountId of [1, 2])
      for (const domain of ['gmail.com', 'own.example'])
        warnOf(accountId, { domain, signed: domain === 'own.example' })
  }
  all()
  assert.deepEqual(told, [])
  inSandbox = false
  all()
  all()
  assert.deepEqual(told, [
    [1, 'gmail.com'],
    [2, 'gmail.com'],
  ])
})
