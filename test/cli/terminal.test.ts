/**
 * What strangers wrote, shown on a terminal: a bounce, a reason of an opt-out, as they came into
 * the store before controls were left out.
 */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { controlsShown, withoutControls } from '../../src/lib/controls.ts'
import { type Inbound, inboundSetup, report } from '../support/inbound.ts'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'
import { SECRET } from '../support/sending.ts'
import { databaseUrl } from '../support/worker-process.ts'
import { newFolder, pennypost } from './setup.ts'

const ESC = '\x1b]0;pwned\x07\x1b[2J'
const C1 = '\x9b31m\x7f\u202e'
const STEERING = /[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069]/u
const noTerminal = spawnSync('script', ['--version']).error
  ? 'script (package bsdutils) is missing'
  : false

let inbound: Inbound
let sendingId: number
let env: Record<string, string>

/** As pennypost(), on a terminal: the output that a person sees. */
async function onTerminal(args: string[]): Promise<string> {
  const command = [process.execPath, PROGRAM, ...args].map(part => `'${part}'`).join(' ')
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

before(async () => {
  inbound = await inboundSetup({ people: 3 })
  env = { DATABASE_URL: databaseUrl(inbound.connection), DATA_DIR: newFolder(), SECRET_KEY: SECRET }
  sendingId = await inbound.accepted()
  await inbound.deliver(
    report('5.1.1', `550 5.1.1 ${ESC} unknown${C1}`, 'p1@example.test'),
    inbound.returnPath(sendingId, 1),
  )
  await inbound.judged()
})
after(() => inbound.close())

describe('terminal sequences of strangers', () => {
  test('are shown, and do not steer', () => {
    assert.equal(
      controlsShown(`a${ESC}\r\nb\tc${C1}`),
      'a\\x1b]0;pwned\\x07\\x1b[2J\nb\tc\\u009b31m\\u007f\\u202e',
    )
    assert.equal(withoutControls(`a${ESC}\nb\tc${C1}`), 'a]0;pwned[2J\nb\tc31m')
    assert.deepEqual(JSON.parse(controlsShown(JSON.stringify({ a: ESC + C1 }))), { a: ESC + C1 })
  })

  test('are not stored with a bounce or a reason', async () => {
    const { out } = await pennypost(['bounce', 'list'], { env })
    assert.match(out, /550 5\.1\.1 \]0;pwned\[2J unknown/)
    assert.doesNotMatch(out, STEERING)
    const { code, err } = await pennypost(
      ['optout', 'add', 'p2@example.test', '--reason', `go ${ESC}${C1}`],
      { env },
    )
    assert.equal(code, 0, err)
    const reasons = (await pennypost(['optout', 'list', '--json'], { env })).out
    assert.match(reasons, /"reason":"go \]0;pwned\[2J31m"/)
  })

  test('that are stored do not reach a terminal', { skip: noTerminal }, async () => {
    await inbound.ask('update bounces set reply = $1', [`550 ${ESC}${C1} gone`])
    await inbound.ask(
      'update subscribers set undeliverable_reason = $1 where undeliverable_reason is not null',
      [`550 ${ESC}${C1} gone`],
    )
    await inbound.ask('update opt_outs set reason = $1', [`go ${ESC}${C1}`])
    const [bounce] = JSON.parse(
      `[${(await pennypost(['bounce', 'list', '--json'], { env })).out.trim()}]`,
    )
    for (const args of [
      ['bounce', 'list'],
      ['bounce', 'show', String(bounce.id)],
      ['suppression', 'list'],
      ['optout', 'list'],
    ]) {
      const shown = await onTerminal(args)
      assert.match(shown, /\\x1b\]0;pwned\\x07/, args.join(' '))
      assert.doesNotMatch(shown, STEERING, args.join(' '))
    }
    // A file or another program gets what there is.
    assert.ok((await pennypost(['optout', 'list'], { env })).out.includes(ESC))
  })
})
