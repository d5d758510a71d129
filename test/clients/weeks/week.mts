/** A shop's week by the generated client for npm; weeks/week.php and week.py do the same. */
import { env } from 'node:process'
import { Pennypost, PennypostError, type Subscriber } from 'pennypost-client'

const pennypost = new Pennypost({ url: env.URL!, key: env.KEY! })

async function refusal(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (error instanceof PennypostError) return [error.status, error.reason, error.field ?? null]
    throw error
  }
}

const list = await pennypost.lists.create({ name: 'Customers', fromEmail: 'shop@example.test' })
const rows = ['ada', 'bo', 'cy'].map(name => ({ email: `${name}@example.test`, name }))
const batch = await pennypost.subscribers.batch({ listId: list.id, rows })
const ada = { email: 'ada@example.test', name: 'Ada', listId: list.id }
const upserted = await pennypost.subscribers.setByAddress(ada)
await pennypost.optOuts.create({ email: 'bo@example.test', reason: 'too much' })
const names: string[] = []
let after: string | undefined
do {
  const query = { listId: list.id, limit: 1, ...(after !== undefined && { after }) }
  const page = await pennypost.subscribers.list(query)
  names.push(...page.items.map(({ name }: Subscriber) => name))
  after = page.next ?? undefined
} while (after !== undefined)
const first = { name: 'Blue', fromEmail: 'shop@example.test' }
const blue = await pennypost.lists.create(first, { idempotencyKey: 'blue' })
const again = await pennypost.lists.create(first, { idempotencyKey: 'blue' })
const email = await pennypost.emails.create({
  from: 'shop@example.test',
  to: ['ada@example.test'],
  subject: 'Order 1001',
  text: 'Thank you',
  identifier: `order-${env.WEEK}`,
})
const { items: emails } = await pennypost.emails.list({ identifier: `order-${env.WEEK}` })
const exported = new TextDecoder().decode(
  await pennypost.lists.export(list.id, { unsubscribed: true }),
)
console.log(
  JSON.stringify({
    outcomes: batch.items.length,
    created: upserted.created,
    names: names.sort(),
    repeated: again.id === blue.id,
    emails: emails.map(one => one.id === email.id),
    exported: ['ada@example.test', 'cy@example.test'].map(text => exported.includes(text)),
    removed: (await pennypost.lists.remove(blue.id)) ?? null,
    gone: await refusal(pennypost.lists.get(blue.id)),
    wrong: await refusal(pennypost.lists.create({ name: 'x'.repeat(300), fromEmail: 'a@b.test' })),
  }),
)
