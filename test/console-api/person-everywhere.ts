/** A person in every place of the store, and the answers of routes about them. */
import assert from 'node:assert/strict'
import { routes } from '../../src/console-api/v1/table.ts'
import { makeSending } from '../../src/domain/sendings/make-sending.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { type ApiClient, type ApiSetup, apiClient } from './api-setup.ts'

/** Of one person; each stands in the store in many places. */
export const PERSON = {
  email: 'zoraida.q@readers.test',
  local: 'zoraida.q',
  name: 'Quimbyova',
  phone: '701234987',
  field: 'Zebrastaden',
}
export const marksOfPerson = (text: string) =>
  Object.values(PERSON).filter(mark => text.includes(mark))

const REPLY = `550 5.1.1 <${PERSON.email}>: ${PERSON.local} (${PERSON.name}) is unknown here`
const TRIGGER = 'trigger: T\nlist: Readers\nstart: joined\nsteps:\n  - step: a\n    wait: 1 day\n'

type Ask = (text: string, values?: unknown[]) => Promise<unknown>

/**
 * The person everywhere, and a twin of some name. Returns the ids for the paths of routes. The only
 * account operates the installation.
 */
export async function fillStore(
  { running, accountId, call }: ApiSetup,
  nameOfTwin = PERSON.name,
): Promise<Record<string, string | number>> {
  const text = "update accounts set closed_at = now() where username = 'other'"
  await running.store.run({ name: '', text, again: false }, [])
  const ask: Ask = (text, values = []) =>
    running.store.run({ name: '', text, again: false }, [accountId, ...values])
  const made = async (path: string, body: unknown) => {
    const answer = await call('POST', path, body)
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { email, name, phone, field } = PERSON
  const list = await made('/lists', { name: 'Readers', fromEmail: 'news@shop.test' })
  const facts = { name, phone: `0${phone}`, countryCode: '46', fields: { DD1: field } }
  const person = await made('/subscribers', { listId: list.id, email, ...facts })
  const twin = { listId: list.id, email: `2${email}`, name: nameOfTwin }
  await made('/subscribers', twin)
  await made('/opt-outs', { email: twin.email, reason: `${nameOfTwin} called` })
  await call('PATCH', '/fields/1', { name: 'City', searched: true })
  await call('PATCH', `/subscribers/${person.id}`, { name: `Ms ${name}` })
  await call('PUT', '/saved-views/mine', { q: name })
  await made('/test-groups/us/emails', { emails: [email] })
  const filter = await made('/filters', { name: 'All', where: 'email <> "x@x.test"' })
  const letter = { subject: 'News for {{ name }}', text: 'Hello {{ name }} of {{ DD1 }}' }
  const newsletter = await made('/newsletters', { ...letter, listId: list.id })
  const template = await made('/templates', {
    name: 'Plain',
    source: { kind: 'html', html: '<p>' },
  })
  const trigger = await made('/triggers', { source: TRIGGER, paused: true })
  const draft = { name: 'Orders', newsletterId: newsletter.id, fromEmail: 'shop@x.test' }
  const project = await made('/projects', draft)
  const action = { do: 'set', field: 1, value: field }
  const job = await made('/bulk-jobs', { action, ids: [person.id] })
  const proposal = await made('/proposals/changes', {
    action: { do: 'set', field: 1, value: `${PERSON.field} more` },
    where: `name = "${PERSON.name}" or email = "${email}"`,
    note: `${PERSON.name} <${email}> asked`,
  })
  const form = await made('/forms', { name: 'Front', listIds: [list.id] })
  const key = await made('/api-keys', { name: 'shop', rights: ['read'] })
  await made('/event-sources', { name: 'orders', event: 'order' })
  const hook = { name: 'shop', url: 'https://example.com/hook', kinds: ['subscribed'] }
  await createWebhook(running.store, running.sealer, accountId, hook)
  const file = Buffer.from(`email,name,city\n${email},${name},${field}\n`)
  const upload = await made(`/imports?listId=${list.id}&name=f.csv`, file)
  const sendingId = await makeSending(running.store, accountId, {
    newsletterId: newsletter.id,
    listId: list.id,
    dueAt: new Date(Date.now() + 86_400_000),
    zone: '+01:00',
  })
  const of = { sendingId, subscriberId: person.id, triggerId: trigger.id, project: project.id }
  await fillTables(ask, of, { listId: list.id, importId: upload.id })
  return {
    listId: list.id,
    subscriberId: person.id,
    filterId: filter.id,
    jobId: job.id,
    proposalId: proposal.id,
    newsletterId: newsletter.id,
    templateId: template.id,
    triggerId: trigger.id,
    projectId: project.id,
    keyId: key.id,
    webhook: 'shop',
    source: 'orders',
    importId: upload.id,
    sendingId,
    version: 1,
    transactionId: 1,
    batchId: 1,
    smsId: 1,
    bounceId: 1,
    holdId: 1,
    run: 1,
    number: 1,
    group: 'us',
    domain: 'shop.test',
    email,
    accountId,
    prefix: '46',
    personId: 1,
    sessionId: 'x',
    savedId: 1,
    route: 'x',
    provider: 'x',
    formId: form.id,
    language: 'en',
    ruleId: 1,
    mailboxId: 1,
    name: 'x',
  }
}

/** What workers would have written. */
async function fillTables(
  ask: Ask,
  of: { sendingId: number; subscriberId: number; triggerId: number; project: number },
  { listId, importId }: { listId: number; importId: number },
) {
  const { email, name, field, phone } = PERSON
  const { sendingId, subscriberId, triggerId, project } = of
  await ask(
    `insert into deliveries (account_id, source_kind, source_id, id, email, state, reply, reason,
       attempts, changed_at)
     values ($1, 1, $2, $3, $4, 'failed', $5, 'unknown', 1, now()),
       ($1, 3, $6, 1, $4, 'failed', $5, 'unknown', 1, now())`,
    [sendingId, subscriberId, email, REPLY, project],
  )
  await ask(
    `update subscribers set undeliverable_since = now(), undeliverable_reason = $3
     where account_id = $1 and id = $2`,
    [subscriberId, REPLY],
  )
  await ask(
    `insert into bounces (account_id, id, subscriber_id, email, kind, class, rule, identity,
       received_at, status, reply, source_kind, source_id, delivery_id)
     values ($1, 1, $2, $3, 'hard', 'bad-mailbox', 'r', '', now(), '5.1.1', $4, 1, $5, $2)`,
    [subscriberId, email, REPLY, sendingId],
  )
  await ask(
    `insert into bounce_holds (account_id, id, domain_group, pattern, example)
     values ($1, 1, 'readers.test', 'x', $2)`,
    [REPLY],
  )
  await ask(
    `insert into transactions (account_id, id, project_id, version, identifier, email, email_key,
       name, fields, send_at)
     values ($1, 1, $2, 'A', 'order-7', $3, $3, $4, array[$5], now())`,
    [project, email, name, field],
  )
  await ask(
    `insert into sign_ups (account_id, id, form_id, words_version, language, state, email,
       email_key, mailbox_key, name, fields, list_ids, network, agent, page, due)
     values ($1, 1, 1, 1, 'en', 'waiting', $2, $2, $2, $3, array[$4], '{1}', '192.0.2.0/24', $3,
       'https://x.test/' || $2, null)`,
    [email, name, field],
  )
  await ask(
    `insert into consent_proofs (account_id, id, subscriber_id, email, email_key, form_id,
       form_name, words_version, language, shown, given, list_ids, signed_up_at, confirmed_at,
       network, confirmed_network, agent, page)
     values ($1, 1, $2, $3, $3, 1, 'Front', 1, 'en', '{}', $4, '{1}', now(), now(), '', '', $5, '')`,
    [subscriberId, email, JSON.stringify({ City: field, name }), name],
  )
  await ask(
    `insert into transaction_batches (account_id, id, guid, project_id, url, format, state)
     values ($1, 1, gen_random_uuid(), $2, 'https://x.test/', 'html', 2)`,
    [project],
  )
  await ask(
    `insert into transaction_rejects (account_id, batch_id, number, line, reason, raw)
     values ($1, 1, 1, 1, 'x', $2)`,
    [`${email},${name}`],
  )
  await ask(
    `insert into import_rejects (account_id, import_id, number, line, reason, raw)
     values ($1, $2, 1, 1, 'x', $3)`,
    [importId, `${email},${name}`],
  )
  await ask(
    `insert into sms_messages (account_id, id, list_id, text, alphabet, segments, state, cost,
       balance, candidates, planned, left_out)
     values ($1, 1, $2, 'x', 'gsm', 1, 'held', 1, 0, 1, 1, '{}')`,
    [listId],
  )
  await ask(
    `insert into sms_deliveries (account_id, message_id, id, number, cost, state, reply)
     values ($1, 1, $2, $3, 1, 'undelivered', $4)`,
    [subscriberId, `+46${phone}`, `no ${name}`],
  )
  await ask(
    `insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version, cause_at,
       subscribed_at, step, ended_at, ending)
     values ($1, $2, $3, 1, 1, now(), now(), 'a', now(), 'finished')`,
    [triggerId, subscriberId],
  )
  await ask(
    `insert into trigger_entries (account_id, trigger_id, subscriber_id, entry, version, cause_at,
       subscribed_at, step, due_at)
     values ($1, $2, $3, 2, 1, now(), now(), 'b', now() + interval '1 day')`,
    [triggerId, subscriberId],
  )
  await ask(
    `insert into trigger_passages (account_id, trigger_id, subscriber_id, entry, number, version,
       step, way, reason) values ($1, $2, $3, 1, 1, 1, 'a', 'on', $4)`,
    [triggerId, subscriberId, `the city is ${field}`],
  )
  await ask(
    `insert into webhook_events (account_id, webhook_id, id, kind, at, person, subscriber_id,
       state, answer)
     values ($1, 1, 1, 'subscribed', now(), $2, $2, 'dead', $3)`,
    [subscriberId, `500 no ${name}`],
  )
}

const LETTER = {
  name: 'D',
  subject: 'News for {{ name }}',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  listId: null,
  inlined: true,
  text: '{{ DD1 }} {{ email | upcase }}',
  source: { kind: 'html', html: '<p>{{ name }}' },
}

/** Routes that only look, although they are called by POST. */
const LOOKING: Record<string, unknown> = {
  'POST /filters/try': { where: 'email <> "x@x.test"' },
  'POST /filters/rules': { where: 'email <> "x@x.test"' },
  'POST /filters/narrowing': { where: 'email <> "x@x.test"' },
  'POST /filters/count': { filterIds: [1] },
  'POST /audiences': { listIds: [1], zoneField: 1 },
  'POST /newsletters/:newsletterId/check': {},
  'POST /triggers/check': { source: TRIGGER },
  'POST /triggers/try': { source: TRIGGER, email: PERSON.email },
  'POST /triggers/:triggerId/try': { email: PERSON.email },
  'POST /triggers/try-feed': { url: 'http://10.0.0.1/feed.xml' },
  'POST /sms/try': { listId: 1, text: 'x' },
}

/** Routes that answer what they were given, or of whom, besides. */
export const ECHOING: Record<string, unknown> = {
  ...LOOKING,
  'POST /newsletters/preview': { content: LETTER, reader: { email: PERSON.email } },
  'PUT /newsletters/:newsletterId/draft': LETTER,
  'POST /newsletters/:newsletterId/draft/check': {},
  'PUT /saved-views/:name': { q: PERSON.name, where: `name = "${PERSON.name}"` },
  'POST /bounces/explain': { reply: REPLY },
}
const QUERIES: Record<string, string[]> = {
  '/subscribers': ['', '?q=zoraida', '?q=Quimby', '?limit=1&q=readers'],
  '/newsletters/:newsletterId/preview': ['', `?as=${PERSON.email}`],
  '/triggers/:triggerId/people': ['?step=b'],
  '/triggers/:triggerId/passages': ['', `?as=${PERSON.email}`],
  '/emails/search': ['', `?words=${PERSON.email}`],
  '/transactions': ['', `?email=${PERSON.email}`],
  '/reports/sendings': ['?ids=1'],
}

/** All that a key may do. */
export async function keyed({ call, running }: ApiSetup, masked: boolean): Promise<ApiClient> {
  const rights = ['read', 'content', 'people', 'send', 'own', 'operate']
  const { body } = await call('POST', '/api-keys', { name: `k${masked}`, rights, masked })
  return apiClient(running.origin, { Authorization: `Bearer ${body.token}` })
}

/** The marks of the person that each route answers to the caller. */
export async function seenBy(
  call: ApiClient,
  ids: Record<string, string | number>,
  marksIn: (text: string) => string[] = marksOfPerson,
  looking: Record<string, unknown> = LOOKING,
) {
  const seen = new Map<string, string[]>()
  for (const { method, path, right } of routes) {
    const body = looking[`${method} ${path}`]
    if (right === 'anyone' || (method !== 'GET' && !body)) continue
    // The first of what is made by nobody here is 1, if it has numbers.
    const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(ids[name] ?? 1))
    for (const query of QUERIES[path] ?? ['']) {
      const answer = await call(method, filled + query, body)
      assert.ok(answer.status < 500, `${method} ${filled}${query}: ${JSON.stringify(answer.body)}`)
      // Cursors are opaque, and to be looked into all the same.
      const text = JSON.stringify(answer.body ?? '')
      const cursors = [...text.matchAll(/"next":"([\w-]+)"/g)].map(([, of]) =>
        Buffer.from(of!, 'base64url').toString(),
      )
      const marks = marksIn([text, JSON.stringify([...answer.headers]), ...cursors].join('\n'))
      if (marks.length > 0) seen.set(`${method} ${path}`, marks)
    }
  }
  return seen
}
