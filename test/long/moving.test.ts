/**
 * A move as an operator does it, with processes: a former service under a namespace of its own,
 * `migrate` and shadow mode killed at ten moments each, and programs of others before,
 * during and after the switch, unchanged but for the host.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { account, php, play, zeep } from '../clients/setup.ts'
import { freePort } from '../support/free-port.ts'
import { PROGRAM, PROGRAM_ENV } from '../support/program.ts'
import { type ServiceProcess, startService } from '../support/service-process.ts'
import { type Client, createClient } from '../support/typed-client/client.ts'

const NAMESPACE = 'http://api.old-service.example/v3/'
const folders = ['old', 'new'].map(name => mkdtempSync(join(tmpdir(), `pennypost-${name}-`)))
const [oldFolder, newFolder] = folders as [string, string]

let old: ServiceProcess
let here: ServiceProcess
let shadowPort: number
let shadow: ChildProcess | undefined

const settings = {
  API_NAMESPACE: NAMESPACE,
  ACCOUNT_USERNAME: account.username,
  ACCOUNT_PASSWORD: account.password,
  API_OPERATIONS: '38',
}
const clientOf = (url: string): Client =>
  createClient({ url, namespace: NAMESPACE, ...account, binding: 'soap11' })
const shadowUrl = () => `http://127.0.0.1:${shadowPort}/externalapiservice.asmx`

const command = {
  cwd: newFolder,
  env: { ...PROGRAM_ENV, DATA_DIR: newFolder, OLD_PASSWORD: account.password },
}
const pennypost = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [PROGRAM, ...args], command)).stdout

const migrateArgs = (from = old.url) => [
  'migrate',
  '--from',
  from,
  '--username',
  account.username,
  '--rate',
  '1000',
  '--page-size',
  '20',
  '--json',
]

interface MovedState {
  pass: number
  counts: Record<
    string,
    { read: number; here: number; added: number; removed: number; different: number }
  >
  differences: { difference: string }[]
}
const migrate = async (from?: string) =>
  JSON.parse(await pennypost(...migrateArgs(from))) as MovedState

/** Passes calls to the old service, and tells of each before and after its answer. */
async function watched(told: (call: number, at: 'asked' | 'answered') => void) {
  let calls = 0
  const server = createServer(async (req, res) => {
    const call = ++calls
    const body = await buffer(req)
    told(call, 'asked')
    const { origin } = new URL(old.url)
    const answer = await fetch(origin + req.url, {
      method: req.method!,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        soapaction: String(req.headers.soapaction ?? ''),
      },
      ...(req.method === 'POST' && { body }),
    })
    res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    res.end(await answer.text(), () => told(call, 'answered'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/externalapiservice.asmx`,
    again: () => {
      calls = 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

before(async () => {
  ;[old, here, shadowPort] = await Promise.all([
    startService(oldFolder, settings),
    startService(newFolder, settings),
    freePort(),
  ])
})
after(async () => {
  shadow?.kill('SIGTERM')
  await Promise.all([old.stop(), here.stop()])
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const person = (n: number, listId: number) => ({
  email: `m${n}@example.test`,
  name: `Åsa ${n}`,
  format: 'html' as const,
  listId,
  countryCode: '',
  phone: '',
  fieldNames: 'DD1;DD2',
  fieldValues: `Lund;${n}`,
})

async function everything(url: string) {
  const call = clientOf(url)
  const lists = (await call.GetMailingLists()).map(({ id, name }) => ({ id, name }))
  const people: string[][] = []
  for (const { id: listId } of lists)
    people.push(
      (await call.GetPagedSubscribers({ listId, page: 1, size: 100_000 }))
        .map(({ id, email, name, fields }) => `${id} ${email} ${name} ${fields.join()}`)
        .sort(),
    )
  const optOuts = (await call.GetOptOutAll()).map(
    ({ subscriberId, email, reason }) => `${subscriberId} ${email} ${reason}`,
  )
  return { lists, people, optOuts: optOuts.sort() }
}

const equal = async () => assert.deepEqual(await everything(here.url), await everything(old.url))

async function startShadow(): Promise<void> {
  const args = ['shadow', '--old', new URL(old.url).origin, '--new', new URL(here.url).origin]
  shadow = spawn(process.execPath, [PROGRAM, ...args, '--port', String(shadowPort)], {
    ...command,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const text of shadow.stdout!.setEncoding('utf8'))
    if (/Standing|Listening/.test(text)) break
}

const programs = async () => {
  const notes = [
    await play(php, shadowUrl(), 'scenario.php', '1.1'),
    await play(zeep, shadowUrl(), 'scenario.py', 'ExternalAPIServiceSoap12'),
  ]
  return notes.filter(note => note !== undefined)
}

describe('a move', () => {
  test('migrate, killed at ten moments, brings everything once', async () => {
    const call = clientOf(old.url)
    const first = await call.InsertMailingList({
      name: 'Kunder',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
    })
    const second = await call.InsertMailingList({
      name: 'Nyheter',
      fromName: 'Shop',
      fromEmail: 'shop@example.test',
    })
    const people = Array.from({ length: 900 }, (_, n) => person(n, n % 3 === 0 ? second : first))
    await Promise.all(people.map(one => call.InsertSubscriberWithDemData(one)))
    for (let n = 0; n < 60; n += 7)
      await call.MoveSubscriberToOptOutAll({ email: person(n, 0).email, reason: 'asked' })
    let end = (_call: number, _at: string): void => {}
    const between = await watched((call, at) => end(call, at))
    for (let moment = 0; moment < 10; moment++) {
      between.again()
      const child = spawn(process.execPath, [PROGRAM, ...migrateArgs(between.url)], {
        ...command,
        stdio: 'ignore',
      })
      // By its calls: first among what is small, then further and further into the pages.
      end = (call, at) => {
        if (call === 3 + moment && at === (moment % 2 === 0 ? 'asked' : 'answered'))
          child.kill('SIGKILL')
      }
      const [, signal] = await once(child, 'exit')
      assert.equal(signal, 'SIGKILL', `moment ${moment}`)
    }
    end = () => {}
    const { counts, pass } = await migrate(between.url)
    between.close()
    assert.equal(pass, 1)
    assert.equal(counts.subscribers!.here, 900 - 9)
    await equal()
  })

  test('a second pass brings the changes in between', async () => {
    const call = clientOf(old.url)
    const [first] = await call.GetMailingLists()
    for (let n = 100; n < 130; n++)
      await call.DeleteSubscription({ email: person(n, 0).email, listId: first!.id })
    for (let n = 2000; n < 2040; n++) await call.InsertSubscriberWithDemData(person(n, first!.id))
    await call.MoveSubscriberToOptOutAll({ email: person(131, 0).email, reason: 'left' })
    const { counts } = await migrate()
    assert.deepEqual([counts.subscribers!.added, counts.subscribers!.removed], [40, 20])
    await equal()
  })

  test('programs of others see no difference before, during and after the switch', async context => {
    await startShadow()
    const lacking = await programs()
    await pause(1500)
    const report = JSON.parse(await pennypost('shadow', 'report', '--json', '--clear'))
    assert.deepEqual(report.differences, [])
    assert.ok(report.calls.length > 8)
    // During: both play while the switch is made.
    const playing = programs()
    await pause(300)
    await pennypost('shadow', 'switch', '--anyway')
    await playing
    await programs()
    await pennypost('shadow', 'back')
    await programs()
    if (lacking.length > 0) context.diagnostic(lacking.join(', '))
  })

  test('the shadow, killed at ten moments, names what it left open; migrate brings it', async () => {
    const [first] = await clientOf(old.url).GetMailingLists()
    const listId = first!.id
    let n = 5000
    let calling = true
    // A program whose connection breaks goes on with the next call.
    const tried = (call: Promise<unknown>) => call.catch(() => pause(50))
    const program = (async () => {
      for (; calling; n++) {
        const call = clientOf(shadowUrl())
        await tried(call.InsertSubscriberWithDemData(person(n, listId)))
        const before = person(n - 1, listId)
        if (n % 5 === 0) await tried(call.DeleteSubscription({ email: before.email, listId }))
        if (n % 7 === 0)
          await tried(call.MoveSubscriberToOptOutAll({ email: before.email, reason: 'asked' }))
      }
    })()
    for (let moment = 0; moment < 10; moment++) {
      await pause(200 + moment * 37)
      const ended = new Promise(resolve => shadow!.once('exit', resolve))
      shadow!.kill('SIGKILL')
      await ended
      await startShadow()
    }
    calling = false
    await program
    // People whom both services got by themselves, with the ids of others.
    for (let own = 0; own < 20; own++) {
      await clientOf(here.url).InsertSubscriberWithDemData(person(9000 + own, listId))
      await clientOf(old.url).InsertSubscriberWithDemData(person(9019 - own, listId))
    }
    while (JSON.parse(await pennypost('shadow', 'report', '--json')).waiting > 0) await pause(200)
    await migrate()
    await clientOf(shadowUrl()).InsertSubscriberWithDemData(person(9100, listId))
    await clientOf(old.url).MoveSubscriberToOptOutAll({ email: person(9003, 0).email, reason: 'x' })
    await pause(1500)
    const { counts, differences } = await migrate()
    assert.ok(n > 5020, `${n - 5000} calls`)
    assert.deepEqual(differences, [])
    assert.equal(counts.subscribers!.removed, 0)
    await equal()
  })
})
