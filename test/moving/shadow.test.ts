/** Shadow mode: two services behind one host, calls in all bindings, one of the two away. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeList } from '../../src/domain/lists/add-list.ts'
import * as shadows from '../../src/domain/shadow/shadow.sql.ts'
import { type Shadow, startShadow } from '../../src/moving/shadow/shadow.ts'
import { type Binding, bindings } from '../support/typed-client/request.ts'
import {
  clientOf,
  NAMESPACE,
  PASSWORD,
  type TestService,
  testService,
  USERNAME,
} from './two-services.ts'

const LIST = { fromName: 'Shop', fromEmail: 'shop@example.test' }
const folder = mkdtempSync(join(tmpdir(), 'pennypost-shadow-'))
const journalPath = join(folder, 'shadow.journal')
const notes: string[] = []

let old: TestService
let here: TestService
let shadow: Shadow
let people = 0

const through = (binding?: Binding) =>
  clientOf(`http://127.0.0.1:${shadow.port}/externalapiservice.asmx`, binding)

const start = async () => {
  shadow = await startShadow({
    db: here.store,
    accountId: here.accountId,
    username: USERNAME,
    oldUrl: old.url,
    newUrl: here.url,
    host: '127.0.0.1',
    port: 0,
    journalPath,
    maxBody: 1 << 20,
    applySends: false,
    beatMillis: 100,
    note: (sentence: string) => notes.push(sentence),
  })
}

// In a suite: a hook of the root would run for the tests of all files of its process.
describe('shadow mode', () => {
  before(async () => {
    ;[old, here] = await Promise.all([testService(), testService()])
    await start()
  })
  after(async () => {
    await shadow.close()
    await Promise.all([old.close(), here.close()])
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await settled()
    await shadows.clearShadowCalls(here.store, { accountId: here.accountId })
    await shadows.clearShadowDifferences(here.store, { accountId: here.accountId })
  })

  const stateOf = async () => (await shadows.findShadow(here.store, { accountId: here.accountId }))!

  /** Until nothing waits, and the counts are in the store. */
  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await pause(200)
      quiet = (await stateOf()).waiting === 0 ? quiet + 1 : 0
    }
  }

  const person = (listId: number) => ({
    email: `s${++people}@example.test`,
    name: 'Åsa',
    format: 'html' as const,
    countryCode: '46',
    phone: '701',
    listId,
  })

  const report = async () => {
    await settled()
    const { accountId } = here
    const calls = await shadows.callsOfShadow(here.store, { accountId })
    const differences = await shadows.differencesOfShadow(here.store, { accountId })
    const sum = (of: 'calls' | 'compared' | 'differing' | 'missed' | 'leftOut' | 'failed') =>
      calls.reduce((total, row) => total + row[of], 0)
    return { calls, differences, sum }
  }

  const idsOn = async (service: TestService, listId: number) =>
    (await clientOf(service.url).GetPagedSubscribers({ listId, page: 1, size: 1000 }))
      .map(({ id, email }) => `${id} ${email}`)
      .sort()

  describe('the shadow', () => {
    test('answers as the old service in all bindings, and keeps its ids here', async () => {
      // Ids of the old service are elsewhere by now.
      await makeList(
        old.store,
        old.accountId,
        {
          name: 'A',
          fromName: 'A',
          fromEmail: 'a@example.test',
          description: '',
          characterSet: '',
        },
        { id: 500 },
      )
      await clientOf(old.url).DeleteMailingList({ listId: 500 })
      for (const binding of bindings) {
        const call = through(binding)
        const listId = await call.InsertMailingList({ ...LIST, name: `Över ${binding}` })
        assert.ok(listId > 500)
        const given = [person(listId), person(listId), person(listId)]
        const ids = []
        for (const one of given) ids.push(await call.InsertSubscriber(one))
        assert.equal(await call.DeleteSubscription({ subscriberId: ids[0]!, listId }), 1)
        assert.equal(await call.MoveSubscriberToOptOutAll({ email: given[1]!.email }), 1)
        assert.equal((await call.GetPagedSubscribers({ listId, page: 1, size: 9 })).length, 1)
        assert.equal((await call.GetMailingLists()).at(-1)!.id, listId)
        await settled()
        assert.deepEqual(await idsOn(here, listId), await idsOn(old, listId))
        assert.deepEqual(await idsOn(here, listId), [`${ids[2]} ${given[2]!.email}`])
      }
      const { differences, sum } = await report()
      assert.deepEqual(differences, [])
      assert.deepEqual(
        [sum('calls'), sum('compared'), sum('missed'), sum('failed')],
        [32, 32, 0, 0],
      )
      assert.equal(readFileSync(journalPath, 'utf8').includes('example.test'), false)
    })

    test('passes letters of iso-8859-1 as they are, and refuses bodies that are too large', async () => {
      const post = (body: Buffer) =>
        fetch(`http://127.0.0.1:${shadow.port}/ExternalAPIService.asmx`, {
          method: 'POST',
          headers: {
            'content-type': 'text/xml; charset=iso-8859-1',
            soapaction: `"${NAMESPACE}InsertMailingList"`,
            'user-agent': 'Old Program/1.0',
          },
          body: new Uint8Array(body),
        })
      const answer = await post(
        Buffer.from(
          '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
            `<InsertMailingList xmlns="${NAMESPACE}"><strUsername>${USERNAME}</strUsername>` +
            `<strPassword>${PASSWORD}</strPassword><strListName>Blåbär</strListName>` +
            '<strFromName>Shop</strFromName><strFromEmail>shop@example.test</strFromEmail>' +
            '</InsertMailingList></s:Body></s:Envelope>',
          'latin1',
        ),
      )
      const id = Number(/Result>(\d+)</.exec(await answer.text())?.[1])
      const { calls, sum } = await report()
      assert.deepEqual(
        calls.map(({ program }) => program),
        ['Old Program/1.0'],
      )
      assert.equal(sum('differing'), 0)
      for (const service of [old, here])
        assert.equal(
          (await clientOf(service.url).GetMailingLists()).find(list => list.id === id)?.name,
          'Blåbär',
        )
      assert.equal((await post(Buffer.alloc((1 << 20) + 1, 32))).status, 413)
    })

    test('tells a description with its own address', async () => {
      const host = `127.0.0.1:${shadow.port}`
      const wsdl = await (await fetch(`http://${host}/externalapiservice.asmx?WSDL`)).text()
      assert.ok(wsdl.includes(`location="http://${host}/externalapiservice.asmx"`))
      assert.ok(!wsdl.includes(old.url.host))
    })

    test('shows what differs, with no value of a person and no secret', async () => {
      const listId = await through().InsertMailingList({ ...LIST, name: 'Differs' })
      const [one, two] = [person(listId), person(listId)]
      await through().InsertSubscriber(one)
      await settled()
      await clientOf(here.url).InsertSubscriber({ ...one, name: 'Somebody else' })
      await clientOf(here.url).InsertSubscriber(two)
      await through().GetPagedSubscribers({ listId, page: 1, size: 10 })
      const { differences } = await report()
      const told = differences.map(({ difference, example }) => `${difference}: ${example}`)
      assert.match(told[0]!, /^another name: \d+: old 3 characters, here 13 characters$/)
      assert.deepEqual(told.slice(1), ['rows only here: 1 of 2'])
      const kept = JSON.stringify(await report())
      for (const secret of [PASSWORD, one.email, 'Somebody', 'Åsa'])
        assert.ok(!kept.includes(secret))
    })

    test('carries out here only changes accepted there, and no sending', async () => {
      const listId = await through().InsertMailingList({ ...LIST, name: 'Accepts' })
      const one = person(listId)
      await clientOf(old.url).MoveSubscriberToOptOutAll({ email: one.email })
      assert.equal(await through().InsertSubscriber(one), -8)
      assert.equal(await through().InsertSubscriber({ ...one, listId: 99_999 }), -3)
      await through()
        .InsertTransaction({ projectGuid: '7e0a3a0e-0000-4000-8000-000000000000' })
        .catch(() => {})
      const { sum } = await report()
      assert.deepEqual([sum('leftOut'), sum('missed')], [3, 0])
      assert.deepEqual(await idsOn(here, listId), [])
    })

    test('without Pennypost programs get the old answers, and calls are caught up', async () => {
      const listId = await through().InsertMailingList({ ...LIST, name: 'Away' })
      await settled()
      await here.stop()
      const ids = []
      for (let i = 0; i < 20; i++) ids.push(await through().InsertSubscriber(person(listId)))
      assert.ok(ids.every(id => id > 0))
      await here.start()
      const { sum } = await report()
      assert.deepEqual([sum('missed'), sum('differing')], [0, 0])
      assert.deepEqual(await idsOn(here, listId), await idsOn(old, listId))
      assert.equal((await idsOn(here, listId)).length, 20)
      assert.ok(notes.some(note => /does not answer: .* Calls are kept for it/.test(note)))
    })

    test('without the old service its error is passed on, and counted', async () => {
      await old.stop()
      const answer = await fetch(
        `http://127.0.0.1:${shadow.port}/externalapiservice.asmx/GetMailingLists?strUsername=shop`,
      )
      assert.equal(answer.status, 502)
      assert.match(await answer.text(), /does not answer: ECONNREFUSED/)
      await old.start()
      const { sum } = await report()
      assert.deepEqual([sum('failed'), sum('missed'), sum('compared')], [1, 0, 0])
    })

    test('an answer that breaks off is not given as whole, and the change is named', async () => {
      const breaking = http.createServer((req, res) => {
        req.resume()
        res.writeHead(200, { 'content-type': 'text/xml', 'content-length': '500' })
        res.write('<long>', () => res.destroy())
      })
      await new Promise<void>(resolve => breaking.listen(0, '127.0.0.1', resolve))
      const { port } = breaking.address() as { port: number }
      const broken = await startShadow({
        db: here.store,
        accountId: here.accountId,
        username: USERNAME,
        maxBody: 1000,
        oldUrl: new URL(`http://127.0.0.1:${port}`),
        newUrl: here.url,
        host: '127.0.0.1',
        port: 0,
        journalPath: `${journalPath}2`,
        applySends: false,
        beatMillis: 100,
        note: () => {},
      })
      const call = clientOf(`http://127.0.0.1:${broken.port}/externalapiservice.asmx`, 'get')
      await assert.rejects(call.InsertSubscriber(person(1)))
      await broken.close()
      breaking.closeAllConnections()
      breaking.close()
      const { sum, differences } = await report()
      assert.deepEqual([sum('failed'), sum('missed')], [1, 1])
      assert.match(differences[0]!.difference, /no answer: it may have been carried out/)
    })

    test('the switch: Pennypost answers, the old service gets the changes, and back', async () => {
      const listId = await through().InsertMailingList({ ...LIST, name: 'Switched' })
      const turn = async (wanted: 'old' | 'new') => {
        await shadows.wantShadow(here.store, { accountId: here.accountId, wanted })
        while ((await stateOf()).answering !== wanted) await pause(50)
      }
      let calling = true
      let failures = 0
      const caller = through()
      const program = (async () => {
        while (calling) if (!((await caller.InsertSubscriber(person(listId))) > 0)) failures++
      })()
      await turn('new')
      // Only here: it shows who answers.
      await clientOf(here.url).InsertMailingList({ ...LIST, name: 'Only here' })
      const names = async () => (await through().GetMailingLists()).map(({ name }) => name)
      assert.ok((await names()).includes('Only here'))
      await through().MoveSubscriberToOptOutAll({ email: 'gone@example.test' })
      await turn('old')
      assert.ok(!(await names()).includes('Only here'))
      calling = false
      await program
      await settled()
      assert.equal(failures, 0)
      const emails = async (service: TestService) =>
        (await idsOn(service, listId)).map(text => text.replace(/^\d+ /, '')).sort()
      assert.deepEqual(await emails(here), await emails(old))
      assert.ok((await emails(old)).length > 10)
      const optedOut = await clientOf(old.url).GetOptOutAll()
      assert.ok(optedOut.some(({ email }) => email === 'gone@example.test'))
    })
  })
})
