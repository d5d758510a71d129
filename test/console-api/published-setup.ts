/** A list, sendings to it that have finished, and its pages as a stranger gets them. */
import assert from 'node:assert/strict'
import { planSending } from '../../src/domain/sendings/plan-sending.ts'
import { readXml } from '../../src/lib/xml/reader.ts'
import type { WorkerContext } from '../../src/workers/context.ts'
import { sendingSource } from '../../src/workers/sending-source.ts'
import { apiSetup } from './api-setup.ts'

/** The service of a test listens on a port that its settings do not know. */
export const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]*/, '')

export async function publishedSetup() {
  const setup = await apiSetup()
  const { call, running, accountId } = setup
  const { store, origin } = running
  const ask = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await store.withClient(client => client.query(text, values))).rows
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await call('POST', path, body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.id
  }

  async function newList(name: string, people = ['ada@people.test']): Promise<number> {
    const listId = await made('/lists', { name, fromEmail: 'news@example.com' })
    for (const email of people) await call('POST', '/subscribers', { email, name: 'Ada', listId })
    return listId
  }

  const newNewsletter = (html: string, subject = 'News', more = {}) =>
    made('/newsletters', { subject, source: { kind: 'html', html }, inlined: false, ...more })

  /** As a worker does it, when the last email is with a relay. */
  async function finish(sendingId: number): Promise<void> {
    await planSending(store, accountId, sendingId, 1e9)
    await ask(
      `update deliveries set state = 'accepted', next_try_at = null, changed_at = now()
       where account_id = $1 and source_id = $2`,
      [accountId, sendingId],
    )
    const context = { db: store, log: () => {} } as unknown as WorkerContext
    await sendingSource.closeOut(context, accountId, sendingId)
  }

  async function send(newsletterId: number, listIds: number[], more = {}): Promise<number> {
    const [listId, ...others] = listIds
    const to = others.length > 0 ? { listIds } : { listId }
    const order = { newsletterId, ...to, holdSeconds: 0, anyway: true, repeat: true, ...more }
    return made('/sendings', order)
  }

  async function sent(newsletterId: number, listIds: number[], more = {}): Promise<number> {
    const id = await send(newsletterId, listIds, more)
    await finish(id)
    return id
  }

  const publish = async (listId: number, body: object = {}) => {
    const answer = await call('PATCH', `/lists/${listId}/published`, { active: true, ...body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  /** As a stranger's browser gets it; nothing is followed. */
  async function visit(address: string, headers: Record<string, string> = {}, method = 'GET') {
    const answer = await fetch(origin + pathOf(address), {
      method,
      redirect: 'manual',
      headers: { 'Accept-Language': 'en', ...headers },
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  const under = async (listId: number) =>
    (await call('GET', `/lists/${listId}/published/newsletters`)).body.items
  return { ...setup, ask, made, newList, newNewsletter, finish, send, sent, publish, visit, under }
}

export type PublishedSetup = Awaited<ReturnType<typeof publishedSetup>>

/** An element of a document, with its local name. */
export interface ReadElement {
  name: string
  text: string
  children: ReadElement[]
}

/** The root of a document. Refuses one that is not well-formed, or names an unknown prefix. */
export function parseXml(text: string): ReadElement {
  const top: ReadElement = { name: '', text: '', children: [] }
  const open = [top]
  readXml(text.replace(/^<\?xml[^>]*\?>/, ''), {
    wantsText: true,
    open(_, name) {
      const element = { name, text: '', children: [] }
      open.at(-1)!.children.push(element)
      open.push(element)
    },
    text(part) {
      open.at(-1)!.text += part
    },
    close() {
      open.pop()
    },
  })
  return top.children[0]!
}

/** https://jsonfeed.org/version/1.1 */
export const JSON_FEED = {
  type: 'object',
  required: ['version', 'title', 'items'],
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: { type: 'string' },
    language: { type: 'string' },
    home_page_url: { type: 'string', pattern: '^https?://' },
    feed_url: { type: 'string', pattern: '^https?://' },
    description: { type: 'string' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'content_html'],
        properties: {
          id: { type: 'string' },
          url: { type: 'string', pattern: '^https?://' },
          title: { type: 'string' },
          language: { type: 'string' },
          content_html: { type: 'string' },
          summary: { type: 'string' },
          image: { type: 'string', pattern: '^https?://' },
          date_published: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT.*Z$' },
          date_modified: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT.*Z$' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}
