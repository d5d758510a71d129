/**
 * Every route of the table with callers of each role who may see no personal data: no answer tells
 * of a person in its body or its headers, whether it looks or changes something.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { routes } from '../../src/console-api/v1/table.ts'
import type { Role } from '../../src/domain/members/rights.ts'
import { addCredits } from '../../src/domain/sms/credits/credits.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { type ApiAnswer, type ApiClient, type ApiSetup, apiClient, apiSetup } from './api-setup.ts'
import { contentSteps } from './audit-content-steps.ts'
import { installationSteps } from './audit-installation-steps.ts'
import { peopleSteps } from './audit-steps.ts'
import { ECHOING, fillStore, marksOfPerson, PERSON, seenBy } from './person-everywhere.ts'

const setups: ApiSetup[] = []
async function newSetup() {
  const setup = await apiSetup({ FETCH_ALLOW: '127.0.0.1' })
  setups.push(setup)
  await setup.call('PUT', '/account/sign-in', { allowed: true })
  return setup
}
let filled: ApiSetup
let ids: Record<string, string | number>
before(async () => {
  filled = await newSetup()
  ids = await fillStore(filled)
  await writtenOfPeople(filled)
})
after(async () => {
  for (const { running } of setups) await running.close()
})

/** What colleagues have written of the person. */
async function writtenOfPeople({ call, running, accountId }: ApiSetup): Promise<void> {
  const { name, field } = PERSON
  const made = async (path: string, body: unknown) => {
    const answer = await call('POST', path, body)
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
  }
  await addCredits(running.store, accountId, '1', `${name} paid`)
  await made('/filters', { name: 'Some', where: `name = "${name}" or not DD1 = "${field}"` })
  await made('/triggers', {
    source:
      'trigger: U\nlist: Readers\nstart: joined\nsteps:\n  - step: a\n' +
      `    if: DD1 = "${field}"\n    then: b\n    else: end\n  - step: b\n    wait: 1 day\n`,
    paused: true,
  })
  await made('/webhooks/shop/pause', { reason: `${name} called` })
}

async function maskedPerson({ call, running }: ApiSetup, role: Role): Promise<ApiClient> {
  const invited = { email: `${role}@members.test`, role, masked: true, mail: false }
  const { body } = await call('POST', '/invitations', invited)
  const given = { token: body.link.split('/').at(-1), password: 'a long secret' }
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  const { headers } = await visitor('POST', '/invitations/accept', given)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return apiClient(running.origin, { cookie, 'X-Pennypost-Console': '1' })
}

for (const role of ['viewer', 'writer', 'editor', 'owner'] as const)
  test(`a masked ${role} is told of nobody by what looks`, async () => {
    const call = await maskedPerson(filled, role)
    assert.equal((await call('GET', '/session')).body.masked, true)
    assert.deepEqual([...(await seenBy(call, ids, marksOfPerson, ECHOING))], [])
  })

/** Changing routes without a step: sessions, and members' own profiles. */
const APART: Record<string, string> = {
  'POST /session/confirmation': 'it answers nothing',
  'POST /assistants/check': 'it answers what an assistant says of itself',
  'POST /session/proof': 'it mails something to the caller',
  'POST /emails': 'it answers the addresses of the call, masked',
  'POST /event-sources/try': 'it answers the body of the call',
  'POST /emails/batch': 'it answers the addresses of the call, masked',
  'POST /suppressions/look-up': 'it answers the addresses of the call, masked',
  'POST /events': 'refused to masked callers as a whole',
  'POST /bounces/rejudge': 'refused to masked callers as a whole',
  'POST /imports/:importId/dry-run': 'refused to masked callers as a whole',
  'POST /imports/:importId/dry-run/rows': 'refused to masked callers as a whole',
  'DELETE /newsletters/:newsletterId/draft': 'it answers nothing',
  'DELETE /saved-views/:name': 'it answers nothing',
  'POST /webhooks/:webhook/test': 'it tells what the receiver answers',
  'POST /seed-tests': 'its addresses are masked; it wants a mailbox',
  'POST /seed-tests/:testId/look': 'its addresses are masked; it wants a mailbox',
  'POST /installation/sms-gateway/try': 'it is about the installation',
  'POST /installation/routes/:route/test': 'it is about the installation',
  'POST /installation/route-rules/trial': 'it is about the installation',
  'POST /installation/mailboxes/:mailboxId/check': 'it is about the installation',
}

test('each route is called by a masked caller, or has a reason not to be', () => {
  const steps = [...peopleSteps, ...contentSteps, ...installationSteps].map(({ key }) => key)
  const known = [...steps, ...Object.keys(ECHOING), ...Object.keys(APART)]
  const missing = routes
    .filter(({ method, right }) => method !== 'GET' && right !== 'anyone')
    .map(({ method, path }) => `${method} ${path}`)
    .filter(key => !known.includes(key))
  assert.deepEqual(missing, [])
})

test('a masked owner and operator is told of nobody by what changes', async t => {
  const setup = await newSetup()
  const { call, running, accountId } = setup
  const ask = (text: string, values: unknown[] = []) =>
    running.store.run({ name: '', text, again: false }, values)
  await ask("update accounts set closed_at = now() where username = 'other'")
  const masked = await maskedPerson(setup, 'owner')
  await ask("update people set operator = true where email = 'owner@members.test'")
  await createWebhook(running.store, running.sealer, accountId, {
    name: 'shop',
    url: 'https://example.com/hook',
    kinds: ['subscribed'],
  })
  const files = createServer((_req, res) => res.end('email\nmia@readers.test\n')).listen(0)
  await once(files, 'listening')
  t.after(() => files.close())
  const file = `http://127.0.0.1:${(files.address() as AddressInfo).port}/people.csv`
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  const world = {
    file,
    ask,
    accountId,
    call,
    visitor,
    origin: running.origin,
    ids: {} as Record<string, unknown>,
  }
  const told: string[] = []
  let taken = 0
  for (const step of [...peopleSteps, ...contentSteps, ...installationSteps]) {
    await step.before?.(world)
    const [method = '', template = ''] = step.key.split(' ')
    const path = template.replace(/:(\w+)/g, (_, name) =>
      encodeURIComponent(String(world.ids[name])),
    )
    const body = typeof step.body === 'function' ? step.body(world.ids) : step.body
    const send = (client: ApiClient) => client(method, path + (step.query?.(world.ids) ?? ''), body)
    // Visitors and the person themselves get what is theirs.
    let made = await send(step.as?.(world) ?? masked)
    if (!step.as && marksIn(made).length > 0) told.push(`${step.key}: ${marksIn(made)}`)
    if (made.status < 300) taken++
    else {
      assert.ok([400, 403].includes(made.status), `${step.key}: ${made.status}`)
      made = await send(call)
    }
    assert.ok(made.status < 300, `${step.key}: ${made.status} ${JSON.stringify(made.body)}`)
    await step.after?.(made, world)
  }
  assert.deepEqual(told, [])
  assert.ok(taken > 80, `${taken} were taken`)
})

/** Of the people in the steps: addresses, a name, a number. */
const MARKS = ['zoe@', 'eve@', 'mia@', 'Zoe', '701234567']

const marksIn = ({ body, headers }: ApiAnswer): string[] => {
  const text = JSON.stringify([body ?? '', [...headers]])
  return MARKS.filter(mark => text.includes(mark))
}
