/** Recipes of triggers: each is made, paused, with its emails, in the language of the brand. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RECIPES } from '../../src/domain/triggers/recipes/recipes.ts'
import { type ApiClient, type ApiSetup, apiSetup } from './api-setup.ts'

let setup: ApiSetup
let call: ApiClient
let listId: number
before(async () => {
  setup = await apiSetup()
  call = setup.call
  listId = (await made('POST', '/lists', { name: 'All # of them', fromEmail: 'n@x.test' })).id
  await made('PATCH', '/fields/5', { name: 'Birthday', type: 'date' })
})
after(() => setup.running.close())

async function made(method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const allNewsletters = async () => (await made('GET', '/newsletters')).items

/** The steps of each, and how many emails it has. */
const SHAPES: Record<string, [start: string, steps: string, emails: number]> = {
  welcome: ['joined', 'send wait send wait send', 3],
  birthday: ['date', 'send wait for send', 2],
  'win-back': ['converted', 'wait for send wait for send', 2],
  cart: ['event', 'wait for send', 1],
  purchase: ['converted', 'wait send wait send', 2],
  'blog-digest': ['feed', 'send', 1],
  're-permission': ['joined', 'wait branch send wait for send wait for leave', 2],
}

test('all are offered, with what they need', async () => {
  const { items } = await made('GET', '/recipes')
  const shapes = items.map((one: { recipe: string; start: string } & Record<string, string[]>) => [
    one.recipe,
    [one.start, one.steps!.join(' '), one.emails!.length],
  ])
  assert.deepEqual(Object.fromEntries(shapes), SHAPES)
  const needing = items.filter((one: { needsField: boolean }) => one.needsField)
  assert.deepEqual(
    needing.map((one: { recipe: string }) => one.recipe),
    ['birthday'],
  )
  const cart = items.find((one: { recipe: string }) => one.recipe === 'cart')
  assert.deepEqual(cart.events, [
    { name: 'cart', seen: false },
    { name: 'order', seen: false },
  ])
})

for (const language of ['en', 'sv', 'de'] as const)
  for (const recipe of RECIPES)
    test(`${recipe} in ${language} is made, paused, with its emails of blocks`, async () => {
      const { brand } = await made('GET', '/brand')
      await made('PUT', '/brand', { ...brand, language })
      const before = (await allNewsletters()).length
      const [, steps, emails] = SHAPES[recipe]!
      const trigger = await made('POST', `/recipes/${recipe}`, {
        listId,
        zone: 'Europe/Stockholm',
        ...(recipe === 'birthday' && { field: 5 }),
        ...(recipe === 'blog-digest' && { feed: 'https://blog.example/a:#b' }),
      })
      assert.deepEqual([trigger.state, trigger.listId, trigger.version], ['paused', listId, 1])
      assert.equal(trigger.newsletterIds.length, emails)
      assert.equal((await allNewsletters()).length, before + emails)
      for (const id of trigger.newsletterIds) {
        const newsletter = await made('GET', `/newsletters/${id}`)
        assert.equal(newsletter.source.kind, 'blocks')
        assert.ok(newsletter.name.startsWith(`${trigger.name}: `))
      }
      const { source, id: triggerId } = trigger
      assert.doesNotMatch(source, /\$/)
      const checked = await made('POST', '/triggers/check', { source, triggerId })
      assert.deepEqual(checked.problems, [])
      const { items } = await made('GET', '/triggers')
      const row = items.find(({ id }: { id: number }) => id === trigger.id)
      assert.equal(row.steps.join(' '), steps)
    })

test('a second one has a number in its name', async () => {
  const first = await made('POST', '/recipes/cart', { listId })
  const second = await made('POST', '/recipes/cart', { listId })
  assert.match(second.name, / \d+$/)
  assert.notEqual(second.name, first.name)
})

test('what lacks something is refused, and nothing is made', async () => {
  const before = [(await allNewsletters()).length, (await made('GET', '/triggers')).items.length]
  for (const [recipe, body, status, code] of [
    ['birthday', { listId }, 400, 'recipe-field'],
    ['birthday', { listId, field: 101 }, 400, undefined],
    ['blog-digest', { listId }, 400, 'recipe-feed'],
    ['blog-digest', { listId, feed: 'file:///etc/passwd' }, 400, 'trigger-wrong'],
    ['blog-digest', { listId, feed: `https://x.test/${'x'.repeat(2_000)}` }, 400, undefined],
    ['cart', { listId: 99 }, 404, undefined],
    ['cart', { listId, zone: 'Europe/Nowhere' }, 400, 'zone-unknown'],
    ['cart', {}, 400, undefined],
    ['nothing', { listId }, 400, undefined],
  ] as const) {
    const answer = await call('POST', `/recipes/${recipe}`, body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    if (code) assert.equal(answer.body.code, code)
  }
  const after = [(await allNewsletters()).length, (await made('GET', '/triggers')).items.length]
  assert.deepEqual(after, before)
})
