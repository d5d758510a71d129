/**
 * The triggers on the pages for people are right: each goes through `check`, and the published
 * schema.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { editField } from '../../../../src/domain/demographics/change-field.ts'
import { makeList } from '../../../../src/domain/lists/add-list.ts'
import { addDraft } from '../../../../src/domain/newsletters/save-newsletter.ts'
import { checkTrigger } from '../../../../src/domain/triggers/check-trigger.ts'
import { namesIn } from '../../../../src/domain/triggers/draw-names.ts'
import { drawFlow, IN_ENGLISH } from '../../../../src/domain/triggers/drawing/draw-flow.ts'
import { flowOf } from '../../../../src/domain/triggers/drawing/flow.ts'
import { addNewTrigger } from '../../../../src/domain/triggers/save-trigger.ts'
import { type TriggerSetup, withTriggers } from '../../../support/triggers.ts'

const page = (file: string) => readFileSync(join(import.meta.dirname, '../../../..', file), 'utf8')
const text = page('docs/triggers.md')
const blocks = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
const validate = new Ajv({ strict: false }).compile(JSON.parse(page('docs/trigger.schema.json')))

const NEWSLETTERS = [
  'Welcome',
  'First steps',
  'Shops near you',
  'How we deliver',
  'Happy birthday',
  'Your present expires',
  'Spring email',
  'We miss you',
  'From the blog',
  'Do you want to stay',
  'You left something',
]

const PASSED: Record<string, number> = {
  'hello next': 1204,
  'looked then': 402,
  'looked else': 771,
  'remind next': 771,
  'thanks next': 402,
  'rest next': 1077,
  'who then': 700,
  'who else': 377,
  'sweden next': 700,
  'abroad next': 377,
}

async function shop({ store, accountId }: TriggerSetup): Promise<void> {
  const sender = {
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  }
  for (const name of ['Customers', 'Sleeping', 'News'])
    await makeList(store, accountId, { name, ...sender })
  await editField(store, accountId, 6, { name: 'Birthday' })
  const message = {
    preheader: '',
    source: { kind: 'html' as const, html: '<p>Hello</p>' },
    text: '',
    fromName: '',
    fromEmail: '',
    replyTo: '',
    listId: null,
  }
  for (const name of NEWSLETTERS)
    await addDraft(store, accountId, { name, subject: name, ...message })
}

test('the triggers of docs/triggers.md can be checked and saved', () =>
  withTriggers(0, async setup => {
    await shop(setup)
    const { store, accountId } = setup
    assert.equal(blocks.length, 5)
    for (const source of blocks) {
      assert.deepEqual((await checkTrigger(store, accountId, source)).problems, [])
      assert.ok(validate(parse(source)), JSON.stringify(validate.errors))
      await addNewTrigger(store, accountId, source)
    }
  }))

test('the trigger of the first steps can be saved', () =>
  withTriggers(0, async setup => {
    await shop(setup)
    const [, source] = /^```yaml\n([\s\S]*?)^```$/m.exec(page('docs/getting-started.md'))!
    assert.deepEqual((await checkTrigger(setup.store, setup.accountId, source!)).problems, [])
  }))

test('the drawing on the page is the one that is drawn', () =>
  withTriggers(0, async setup => {
    await shop(setup)
    const { store, accountId } = setup
    const { definition } = await checkTrigger(store, accountId, blocks[0]!)
    const ids = new Map(NEWSLETTERS.map((name, i) => [name, i + 1]))
    const flow = flowOf(definition!, await namesIn(store, accountId, definition!), {
      entered: 1204,
      at: key => ({ looked: 31, rest: 96 })[key] ?? 0,
      on: (key, way) => PASSED[`${key} ${way}`] ?? 0,
    })
    const drawn = drawFlow(flow, IN_ENGLISH, true)
    // The newsletters have the numbers of a store of their own there.
    const lines = drawn.map(line =>
      line.replace(/newsletter \d+ "(.*)"/, (_, name) => `newsletter ${ids.get(name)} "${name}"`),
    )
    assert.ok(text.includes(`\`\`\`\n${lines.join('\n')}\n\`\`\``), lines.join('\n'))
  }))
