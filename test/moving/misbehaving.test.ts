/** The copy from a service that answers slowly, wrongly, half, or not at all. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { releasePerson } from '../../src/domain/bounces/suppression/release-person.ts'
import { suppressedPart } from '../../src/domain/bounces/suppression/suppressed.ts'
import { readOperations } from '../../src/moving/old-service/old-service.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import {
  type MisbehavingService,
  misbehavingService,
  type OldPerson,
} from '../support/old-service.ts'
import { copyInto, differencesOf, peopleOf } from './setup.ts'

let old: MisbehavingService
let to: TestAccount

// In a suite: a hook of the root would run for the tests of all files of its process.
describe('an old service that misbehaves', () => {
  before(async () => {
    old = await misbehavingService()
  })
  after(() => old.close())
  beforeEach(async () => {
    to = await newAccount()
    Object.assign(old, {
      calls: [],
      optOuts: [],
      triggers: [],
      bounces: [],
      mostRows: 1000,
      counts: true,
    })
    old.latin1 = undefined
    old.lists = new Map([[12, { name: 'Kunder', people: people(250) }]])
    old.spoil = new Map()
  })

  const people = (many: number, first = 5000): OldPerson[] =>
    Array.from({ length: many }, (_, i) => ({
      id: first + i * 7,
      email: `q${first + i}@example.test`,
      name: `Åke ${i}`,
      dd1: i % 3 === 0 ? `Växjö & ${i}` : '',
    }))

  const notes: string[] = []
  const copy = (pageSize = 100) =>
    copyInto(to, {
      url: old.url,
      username: 'shop',
      password: 'secret & <old>',
      pageSize,
      note: sentence => notes.push(sentence),
    })

  const namesHere = async (listId = 12) =>
    [...(await peopleOf(to, listId))].map(([id, one]) => `${id} ${(one as { name: string }).name}`)
  const namesThere = (listId: number | string = 12) =>
    old.lists.get(listId)!.people.map(({ id, name }) => `${id} ${name}`)

  describe('the copy from a misbehaving service', () => {
    test('gets through busy, faults, half answers, broken connections and silence', async () => {
      old.spoil.set('GetPagedSubscribers', [
        ...(['busy', 'half', 'fault', 'slow', 'gone', 'broken', 'slow', 'half'] as const),
      ])
      old.spoil.set('GetMailingLists', ['gone', 'half'])
      old.spoil.set('GetOptOutAll', ['half', 'busy'])
      old.optOuts = [
        { id: 1, email: 'out@example.test', reason: 'Nej tack, på svenska', subscriberId: 3 },
      ]
      old.triggers = [{ id: 31, name: 'Välkommen', listId: 12 }]
      const state = await copy()
      assert.deepEqual(differencesOf(state, true), [])
      assert.deepEqual((await namesHere()).sort(), namesThere().sort())
      assert.equal(state.counts.subscribers!.read, 250)
      const [out] = await to.call.GetOptOutAll()
      assert.deepEqual(
        [out!.email, out!.reason, out!.subscriberId, out!.created.toISOString()],
        ['out@example.test', 'Nej tack, på svenska', 3, '2019-05-04T08:20:30.123Z'],
      )
      assert.deepEqual(
        (await to.call.GetTriggerIdForAccount()).map(({ id, name }) => [id, name]),
        [[31, 'Välkommen']],
      )
      for (const told of [/status 503/, /Deadlock/, /can't be read/, /can't be reached|broke off/])
        assert.ok(
          notes.some(note => told.test(note)),
          String(told),
        )
    })

    test('calls only what reads, and never says the password', async () => {
      await copy()
      const called = new Set(old.calls.map(({ operation }) => operation))
      assert.ok(called.size >= 7)
      for (const operation of called) {
        assert.ok(readOperations.includes(operation), operation)
        assert.doesNotMatch(operation, /^(Insert|Delete|Move|Add|Send|Update|Empty)/)
      }
      assert.ok(notes.every(note => !note.includes('secret')))
    })

    test('bounces suppress by category; who was released here stays so', async () => {
      const { store } = to.service
      const bounce = (id: number, email: string, category: string, reason = '550 no') => ({
        id,
        email,
        category,
        reason,
      })
      old.bounces = [
        bounce(1, 'q5000@example.test', 'Hard', '550 5.1.1 no such user'),
        bounce(2, 'gone@example.test', 'HardBounce', 'bad-domain'),
        bounce(3, 'q5001@example.test', 'Soft'),
        bounce(4, 'q5002@example.test', 'Blocked'),
        bounce(5, 'angry@example.test', 'Spam complaint'),
        bounce(6, 'q5003@example.test', 'Mailbox full, says 7'),
        bounce(7, 'no address', 'Hard'),
        bounce(8, 'gone@example.test', 'hard', 'older'),
        bounce(9, 'angry@example.test', '', 'spam'),
      ]
      old.spoil.set('GetBounces', ['half', 'busy'])
      const state = await copy()
      assert.deepEqual(differencesOf(state, true), [
        'bounces: not valid here: address: 7',
        'bounces: of a category that is not known here: 6, Mailbox full, says 7',
      ])
      const { read, here, added } = state.counts.bounces!
      assert.deepEqual([read, here, added], [9, 2, 3])
      const suppressed = async () =>
        (await suppressedPart(store, to.account.id, { most: 100 }))
          .map(({ email, reason, since }) => [email, reason, new Date(since).toISOString()])
          .sort()
      const since = '2025-05-04T09:20:30.000Z'
      assert.deepEqual(await suppressed(), [
        ['gone@example.test', 'bad-domain', since],
        ['q5000@example.test', 'imported: 550 5.1.1 no such user', since],
      ])
      const [out] = await to.call.GetOptOutAll()
      assert.deepEqual([out!.email, out!.reason], ['angry@example.test', 'imported: complaint'])
      assert.equal(await releasePerson(store, to.account.id, 'q5000@example.test'), 'released')
      const again = await copy()
      assert.deepEqual([again.counts.bounces!.added, again.counts.bounces!.here], [0, 1])
      assert.deepEqual((await suppressed()).length, 1)
    })

    test('reads iso-8859-1, named or not', async () => {
      for (const charset of ['; charset=iso-8859-1', '; charset=utf-8', '']) {
        to = await newAccount()
        old.latin1 = { charset }
        const state = await copy()
        assert.deepEqual(differencesOf(state, true), [])
        assert.deepEqual((await namesHere()).sort(), namesThere().sort(), charset)
      }
    })

    test('a page with fewer rows than asked for is not the end', async () => {
      old.mostRows = 30
      assert.deepEqual(differencesOf(await copy(), true), [])
      assert.deepEqual((await namesHere()).sort(), namesThere().sort())
    })

    test('a page that is empty for once is noticed by the number of people', async () => {
      // The two reads of the page, then all is well.
      old.spoil.set('GetPagedSubscribers', ['empty'])
      assert.deepEqual(differencesOf(await copy(), true), [])
      assert.deepEqual((await namesHere()).sort(), namesThere().sort())
      old.spoil.set('GetPagedSubscribers', ['empty', 'empty', 'empty'])
      const state = await copy()
      assert.match(
        differencesOf(state, true).join('\n'),
        /fewer in the pages of a list than the old service counts: list 12: 250 counted, 0 in its/,
      )
      // Nobody was taken off the list for that.
      assert.equal((await namesHere()).length, 250)
    })

    test('another id on page two than on page one: the first counts, and is told', async () => {
      const list = old.lists.get(12)!
      list.people[150] = { ...list.people[3]!, id: 999_999 }
      list.people[151] = { ...list.people[151]!, id: list.people[5]!.id }
      const state = await copy()
      const told = differencesOf(state, true).join('\n')
      assert.match(told, /known here under another id: 999999, here 5021/)
      assert.match(told, /the id belongs to another address here: 5035/)
      assert.equal((await namesHere()).length, 248)
      assert.ok((await namesHere()).includes('5035 Åke 5'))
    })

    test('ids that do not fit are refused with a sentence, the others are copied', async () => {
      old.lists.set('3000000000', { name: 'Too far', people: people(3, 100) })
      old.lists.get(12)!.people.push({ id: '9007199254740993', email: 'far@example.test' })
      old.triggers = [{ id: 4_000_000_000, name: 'Far', listId: 12 }]
      const told = differencesOf(await copy(), true).join('\n')
      assert.match(
        told,
        /lists: not taken here: MailingListID 3000000000 does not fit: .* 2147483647/,
      )
      assert.match(told, /SubscriberID 9007199254740993 does not fit/)
      assert.match(told, /triggers: not taken here: Id 4000000000 does not fit/)
      assert.equal((await namesHere()).length, 250)
    })

    test('a service that gives the same page for ever does not hold the copy', async () => {
      const { people: all } = old.lists.get(12)!
      const same = {
        ...old.lists.get(12)!,
        people: new Proxy(all, {
          get: (list, key) => (key === 'slice' ? () => list.slice(0, 100) : Reflect.get(list, key)),
        }),
      }
      old.lists.set(12, same)
      const state = await copy()
      assert.match(differencesOf(state, true).join('\n'), /pages that repeat: list 12/)
      assert.equal((await namesHere()).length, 100)
    })

    test('stopped anywhere, it is resumed, and the result is the same', async () => {
      old.lists.set(13, { name: 'Two', people: people(120, 90_000) })
      let stops = 0
      for (let after = 0; ; after++) {
        const stop = new AbortController()
        const wanted = old.calls.length + 4 + (after % 7)
        const watch = setInterval(() => old.calls.length >= wanted && stop.abort(), 1)
        const done = await copyInto(to, {
          url: old.url,
          username: 'shop',
          password: 'x',
          pageSize: 40,
          signal: stop.signal,
        })
          .finally(() => clearInterval(watch))
          .catch(error => {
            assert.ok(stop.signal.aborted, String(error))
            return undefined
          })
        if (done) {
          assert.equal(done.pass, 1)
          assert.equal(done.counts.subscribers!.read, 370)
          break
        }
        stops++
        assert.ok(stops < 200)
      }
      assert.deepEqual((await namesHere()).sort(), namesThere().sort())
      assert.deepEqual((await namesHere(13)).sort(), namesThere(13).sort())
    })

    test('a service that goes away is waited for; after the last retry, the copy is resumed later', async () => {
      const from = { url: old.url, username: 'shop', password: 'x', pageSize: 10 }
      const away: string[] = []
      const calls = () => old.calls.filter(({ operation }) => operation === 'GetPagedSubscribers')
      const until = async (seen: () => boolean) => {
        while (!seen()) await new Promise(resolve => setTimeout(resolve, 2))
      }
      const note = (sentence: string) => away.push(sentence)
      const leaveOnPage = async (page: number) => {
        await until(() => calls().some(({ parameters }) => Number(parameters.pageIndex) >= page))
        await old.leave()
      }
      const first = copyInto(to, { ...from, note, patienceMillis: 20 })
      const refused = assert.rejects(first, {
        message: /can't be reached.*It was tried for 0 minutes\. Run the command again later/s,
      })
      await leaveOnPage(3)
      await refused
      await old.comeBack()
      old.calls = []
      away.length = 0
      const second = copyInto(to, { ...from, note })
      await leaveOnPage(9)
      await until(() => away.filter(text => text.includes("can't be reached")).length >= 4)
      await old.comeBack()
      const state = await second
      assert.deepEqual([state.pass, differencesOf(state, true)], [1, []])
      assert.deepEqual([state.counts.subscribers!.read, (await namesHere()).length], [250, 250])
      assert.deepEqual((await namesHere()).sort(), namesThere().sort())
      // The second one did not begin at the first page.
      assert.notEqual(calls()[0]!.parameters.pageIndex, '1')
    })

    test('two copies into one account at once are refused', async () => {
      old.spoil.set('GetPagedSubscribers', ['slow', 'slow', 'slow'])
      const first = copy(50)
      await assert.rejects(
        (async () => {
          while (!old.calls.some(({ operation }) => operation === 'GetPagedSubscribers'))
            await new Promise(resolve => setTimeout(resolve, 5))
          await copy(50)
        })(),
        { message: /Another process copies into this account/ },
      )
      await first
    })
  })
})
