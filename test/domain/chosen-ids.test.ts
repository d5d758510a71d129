/** Ids that an account brings along: kept, refused when taken, and never given a second time. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { addNamedFilter } from '../../src/domain/filters/save-filter.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { addDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { saveNewTemplate } from '../../src/domain/templates/save-template.ts'
import { addNewTrigger } from '../../src/domain/triggers/save-trigger.ts'
import { newAccount } from '../support/account.ts'
import type { IdsTask } from '../support/ids-process.ts'

const PROCESS = new URL('../support/ids-process.ts', import.meta.url).pathname

const list = { fromName: '', fromEmail: 'shop@example.test', description: '', characterSet: '' }
const draft = {
  name: 'N',
  subject: 'News',
  preheader: '',
  source: { kind: 'html' as const, html: '<p>x</p>' },
  text: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
}
const triggerOf = (name: string, listId: number) =>
  `trigger: ${name}\nlist: ${listId}\nstart: joined\nsteps:\n  - step: rest\n    wait: 1 day\n`

describe('a chosen id', () => {
  test('is kept by each kind of object; taken, it is refused with who has it', async () => {
    const own = await newAccount()
    const { store } = own.service
    const accountId = own.account.id
    const makers: Record<string, (name: string, id?: number) => Promise<number>> = {
      list: (name, id) => makeList(store, accountId, { ...list, name }, { id }),
      newsletter: (name, id) => addDraft(store, accountId, { ...draft, name }, { id }),
      template: async (name, id) =>
        (
          await saveNewTemplate(
            store,
            accountId,
            {
              name,
              description: '',
              source: { kind: 'html' as const, html: '<p data-slot="a">x</p>' },
            },
            { id },
          )
        ).id,
      filter: (name, id) => addNamedFilter(store, accountId, name, 'DD1 = "x"', { id }),
      trigger: async (name, id) =>
        (await addNewTrigger(store, accountId, triggerOf(name, 40), true, { id })).id,
    }
    for (const [noun, make] of Object.entries(makers)) {
      assert.equal(await make('Forty', 40), 40, noun)
      assert.equal(await make('Next'), 41, `${noun}: the counter goes on above the highest`)
      assert.equal(await make('Seven', 7), 7, `${noun}: below, passed over, still free`)
      const taken = new RegExp(`The id (7|40) is taken: ${noun} "(Seven|Forty)" has it\\.`)
      await assert.rejects(make('Other', 7), taken)
      await assert.rejects(make('Another', 40), taken)
      await assert.rejects(make('Wrong', 2 ** 31), /from 1 to 2000000000/)
      await assert.rejects(make('Wrong', 0), /from 1 to/)
      assert.equal(await make('After'), 42, `${noun}: refused ids change nothing`)
    }
    await own.call.DeleteMailingList({ listId: 41 })
    await assert.rejects(
      makers.list!('x', 41),
      /given to a list before/,
      'one that a counter gave may be in use anywhere',
    )
  })

  test('two who choose the same at once: one has it', async () => {
    const own = await newAccount()
    const chosen = Array.from({ length: 12 }, (_, at) =>
      makeList(
        own.service.store,
        own.account.id,
        { ...list, name: `L${at}` },
        { id: 5 + (at % 3) },
      ).catch((error: Error) => error),
    )
    const outcomes = await Promise.all(chosen)
    assert.deepEqual(
      outcomes.filter(one => typeof one === 'number').sort(),
      [5, 6, 7],
      'each id once',
    )
    for (const one of outcomes)
      if (typeof one !== 'number') assert.match((one as Error).message, /is taken/)
    assert.equal((await own.call.GetMailingLists()).length, 3)
  })

  test('beside processes that take blocks and are killed: no id twice, none lost', async () => {
    const own = await newAccount()
    const { store, connection } = own.service
    const accountId = own.account.id
    const listId = await own.list()
    const told = { list: new Set<number>(), subscriber: new Set<number>() }
    const running = (tag: string) => {
      const task: IdsTask = { connection, accountId, listId, tag }
      const child = spawn(process.execPath, [PROCESS, JSON.stringify(task)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      createInterface({ input: child.stdout }).on('line', line => {
        const [kind, id] = line.split(' ') as ['list' | 'subscriber', string]
        assert.ok(!told[kind].has(Number(id)), `${kind} ${id} was given twice`)
        told[kind].add(Number(id))
      })
      return { child, ended }
    }
    const enough = async (lists: number) => {
      while (told.list.size < lists) await new Promise(resolve => setTimeout(resolve, 20))
    }
    const kept: number[] = []
    const choose = async (id: number) =>
      kept.push(await makeList(store, accountId, { ...list, name: `chosen ${id}` }, { id }))
    let [one, two] = [running('a'), running('b')]
    for (let round = 0; round < 4; round++) {
      await enough(told.list.size + 5)
      await choose(1_000 * (round + 1))
      await choose(1_000 * (round + 1) - 400)
      one.child.kill('SIGKILL')
      await one.ended
      one = running(`c${round}`)
    }
    await enough(told.list.size + 5)
    for (const { child, ended } of [one, two]) {
      child.kill('SIGKILL')
      await ended
    }
    const rows = await store.withClient(
      async client =>
        (await client.query('select id, name from lists where account_id = $1', [accountId])).rows,
    )
    const names = new Map(rows.map(({ id, name }) => [Number(id), name as string]))
    for (const id of kept) assert.equal(names.get(id), `chosen ${id}`)
    for (const id of told.list) assert.ok(names.has(id), `list ${id} is there`)
    assert.ok(Math.max(...told.list) > 4_000, 'counters go on above the highest')
  })
})
