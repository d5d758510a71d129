/**
 * Shared by the tests with other people's toolkits: the service started as a user starts it, the
 * programs of this machine, and the scenario: make a list, insert subscribers, page, opt out, be
 * refused, read the opt-outs, fail to log in.
 */
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { operationNames } from '../../src/contract/index.ts'
import { copyStore } from '../support/made-store.ts'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'

export const account = { username: 'åsa & co', password: 'pass <word> & "€"' }

/** The JSON output of a client's program after the scenario. */
export interface Played {
  /** Operations that the toolkit found in the WSDL. */
  operations: number
  list: unknown
  ids: unknown[]
  /**
   * Of each row: SubscriberID, Email, Name, Format, CountryCode, dd1, dd2, what the toolkit calls
   * nothing for one that is not there.
   */
  page: unknown[][]
  beyond: unknown[][]
  moved: unknown
  refused: unknown
  /** Of each row: Email, Name, Reason. */
  optOuts: unknown[][]
  /** The text of the fault after a wrong password. */
  fault: string
}

export type Given = ReturnType<typeof newScenario>

let scenarios = 0

/** The input of a client's program, with addresses of its own: they stay on the opt-out list. */
export const newScenario = (password = account.password) => ({
  ...account,
  password,
  first: {
    email: `asa-${++scenarios}@example.test`,
    name: 'Åsa Öberg €',
    format: 'Text',
    country: '46',
    phone: '701234567',
  },
  second: {
    email: `bo-${scenarios}@example.test`,
    name: '<Bo> & "Söner"',
    fields: 'DD1;DD2',
    values: 'Lund;5 €',
  },
  reason: 'Ändrat sig – 5 €',
})

/**
 * Holds what was played against what was given, numbers and nothings as they come from a toolkit.
 */
export function check(played: Played, given: Given): void {
  const [one, two] = played.ids.map(Number) as [number, number]
  // Those of the specification alone with API_OPERATIONS=38.
  assert.ok([38, operationNames.length].includes(Number(played.operations)))
  assert.ok(Number(played.list) > 0)
  assert.ok(one > 0 && two > 0 && one !== two)
  const texts = (rows: unknown[][]) => rows.map(row => row.map(cell => String(cell ?? '')))
  assert.deepEqual(texts(played.page), [
    [String(one), given.first.email, given.first.name, 'Text', '46', '', ''],
    [String(two), given.second.email, given.second.name, 'HTML', '', 'Lund', '5 €'],
  ])
  assert.deepEqual(played.beyond, [])
  assert.equal(Number(played.moved), 1)
  assert.equal(Number(played.refused), -8)
  assert.deepEqual(
    texts(played.optOuts)[0],
    [given.first.email, given.first.name, given.reason],
    'the newest is the first',
  )
  assert.match(played.fault, /The account is unknown, closed, or the password is wrong\./)
}

// ---- the service

let started: Promise<{ url: string; stop(): Promise<void> }> | undefined

after(async () => (await started)?.stop())

/**
 * The address of the service, up to and including `.asmx`: started by the first that asks, on a
 * store that has its schema but no account.
 */
export async function serviceUrl(): Promise<string> {
  started ??= start()
  return (await started).url
}

async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-clients-'))
  await copyStore(join(folder, 'data'))
  const env = {
    ...PROGRAM_ENV,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'error',
    ACCOUNT_USERNAME: account.username,
    ACCOUNT_PASSWORD: account.password,
  }
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: folder,
    env,
    stdio,
  })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    said += text
    const url = /Endpoint\s+(\S+)/.exec(said)?.[1]
    if (url === undefined) continue
    child.stdout.on('data', () => {})
    return { url, stop }
  }
  throw new Error(`The service ended before it said where it is:\n${said}`)
}

// ---- the programs of this machine

export interface Program {
  /** What to install when it is missing. */
  wants: string
  /** Where to look, the first that is there and whole is used. */
  commands: readonly string[]
  /** Arguments with which it ends with 0 if all is there. */
  probe: readonly string[]
}

export function commandOf({ commands, probe }: Program): string | undefined {
  return commands.find(command => spawnSync(command, probe, { stdio: 'ignore' }).status === 0)
}

export const php: Program = {
  wants: 'PHP with soap and simplexml (php-cli, php-soap, php-xml)',
  commands: ['/usr/bin/php', 'php'],
  probe: ['-r', "exit(extension_loaded('soap') && extension_loaded('simplexml') ? 0 : 1);"],
}

export const zeep: Program = {
  wants: 'Python with zeep (python3-zeep)',
  commands: ['/usr/bin/python3', 'python3'],
  probe: ['-c', 'import zeep'],
}

/**
 * Plays the scenario on any service that has the account. Returns why not, if this machine lacks
 * the program; where nothing may be skipped, that fails.
 */
export async function play(
  program: Program,
  url: string | Promise<string>,
  script: string,
  ...args: string[]
): Promise<string | undefined> {
  const command = commandOf(program)
  if (command === undefined) {
    const sentence = `this machine lacks ${program.wants}`
    assert.notEqual(process.env.REQUIRE_ALL, '1', sentence)
    return sentence
  }
  const given = newScenario()
  check(await run(command, script, [await url, JSON.stringify(given), ...args]), given)
  return undefined
}

/** An API key of the account of the service, made as a person makes one. */
async function keyOfService(rights: string[]): Promise<string> {
  const api = new URL('/api/v1/', await serviceUrl())
  const post = (path: string, body: object, cookie = '') =>
    fetch(new URL(path, api), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Pennypost-Console': '1', cookie },
      body: JSON.stringify(body),
    })
  const { username, password } = account
  const signedIn = await post('session', { username, password })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const made = await post('api-keys', { name: 'old program', rights }, cookie)
  assert.equal(made.status, 201)
  return ((await made.json()) as { token: string }).token
}

/** The same test with an API key in place of the password. */
export function testWithKey(program: Program, name: string, script: string, ...args: string[]) {
  test(name, async context => {
    const command = commandOf(program)
    if (command === undefined) return context.skip(`this machine lacks ${program.wants}`)
    const given = newScenario(await keyOfService(['read', 'people']))
    check(await run(command, script, [await serviceUrl(), JSON.stringify(given), ...args]), given)
  })
}

/** A test with a program that this machine may lack: then it is skipped aloud. */
export function testWith(program: Program, name: string, script: string, ...args: string[]): void {
  test(name, async context => {
    const lacking = await play(program, serviceUrl(), script, ...args)
    if (lacking !== undefined) context.skip(lacking)
  })
}

/** Runs a script of this folder and reads its output. */
async function run(command: string, script: string, args: string[]): Promise<Played> {
  const options = {
    maxBuffer: 64 << 20,
    timeout: 120_000,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  }
  try {
    const { stdout } = await promisify(execFile)(
      command,
      [join(import.meta.dirname, script), ...args],
      options,
    )
    return JSON.parse(stdout)
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new Error(
      `${script} failed: ${stderr.trim().split('\n').slice(-5).join('\n') || message}`,
    )
  }
}
