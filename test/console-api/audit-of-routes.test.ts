/**
 * Every changing route of the table leaves an entry in the audit log, or stands in a closed list
 * with its reason. The entry is written in the transaction of the change: while the log takes none,
 * the route changes no table.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { auditFields as fieldsDe } from '../../src/console/languages/de/audit-fields.ts'
import { auditValues as valuesDe } from '../../src/console/languages/de/audit-values.ts'
import { auditFields as fieldsSv } from '../../src/console/languages/sv/audit-fields.ts'
import { auditValues as valuesSv } from '../../src/console/languages/sv/audit-values.ts'
import { auditFields as fieldsEn } from '../../src/console/shared/audit/field-texts.ts'
import { auditValues as valuesEn } from '../../src/console/shared/audit/value-texts.ts'
import { valueText } from '../../src/console/shared/audit/value-words.ts'
import { routes } from '../../src/console-api/v1/table.ts'
import { auditActions } from '../../src/domain/audit/actions.ts'
import { createWebhook } from '../../src/domain/webhooks/manage-webhooks.ts'
import { isCluster } from '../support/cluster.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'
import { contentSteps } from './audit-content-steps.ts'
import { installationSteps } from './audit-installation-steps.ts'
import type { AuditStep } from './audit-step.ts'
import { peopleSteps } from './audit-steps.ts'

const fieldWords = { en: fieldsEn, sv: fieldsSv, de: fieldsDe }
const valueWords = { en: valuesEn, sv: valuesSv, de: valuesDe }

const auditSteps = [...peopleSteps, ...contentSteps, ...installationSteps]

let setup: ApiSetup
before(async () => {
  setup = await apiSetup({ FETCH_ALLOW: '127.0.0.1' })
})
after(() => setup.running.close())

const LOOKS = 'it changes nothing: the call asks a question'
const WRITES = 'a working copy, saved while somebody types: publishing it is recorded'
const OWN = 'who is signed in is shown by the list of sessions'
const SEES = "a person's own way of looking at a table, which nobody else sees"
const HAPPENS = 'what people did, which programs tell by the thousand: the events are its log'
const LEDGER = 'programs send them by the thousand: the ledger is their log'
const MAILS = 'it sends one test, or fetches what the service would fetch by itself'

/** Changing routes that leave no entry. */
const UNRECORDED: Record<string, string> = {
  'DELETE /session': OWN,
  'POST /session/confirmation': OWN,
  'POST /session/second-factor': 'a secret asks for nothing until it is confirmed',
  'POST /password-resets': 'anybody can ask, and the answer is a mail: its use is recorded',
  'POST /session/proof': 'the answer is a mail: its use is recorded',
  'POST /password-resets/read': LOOKS,
  'POST /invitations/read': LOOKS,
  'POST /bounces/explain': LOOKS,
  'POST /imports/:importId/dry-run': LOOKS,
  'POST /imports/:importId/dry-run/rows': LOOKS,
  'POST /newsletters/:newsletterId/check': LOOKS,
  'POST /newsletters/:newsletterId/draft/check': LOOKS,
  'POST /newsletters/preview': LOOKS,
  'POST /audiences': LOOKS,
  'POST /assistants/check': LOOKS,
  'POST /filters/try': LOOKS,
  'POST /filters/narrowing': LOOKS,
  'POST /filters/rules': LOOKS,
  'POST /filters/count': LOOKS,
  'POST /suppressions/look-up': LOOKS,
  'POST /triggers/check': LOOKS,
  'POST /triggers/try': LOOKS,
  'POST /triggers/try-feed': LOOKS,
  'POST /triggers/:triggerId/try': LOOKS,
  'POST /sms/try': LOOKS,
  'POST /event-sources/try': LOOKS,
  'POST /installation/route-rules/trial': LOOKS,
  'PUT /newsletters/:newsletterId/draft': WRITES,
  'DELETE /newsletters/:newsletterId/draft': WRITES,
  'PUT /saved-views/:name': SEES,
  'DELETE /saved-views/:name': SEES,
  'POST /events': HAPPENS,
  'POST /emails': LEDGER,
  'POST /emails/batch': LEDGER,
  'POST /webhooks/:webhook/test': MAILS,
  'POST /installation/sms-gateway/try': MAILS,
  'POST /installation/routes/:route/test': MAILS,
  'POST /installation/mailboxes/:mailboxId/check': MAILS,
  'POST /seed-tests/:testId/look': MAILS,
}

/**
 * Recorded as well; they take incoming mail and mailboxes, of which test/cli/bounce-facts.test.ts
 * and test/long/console-seed-tests.test.ts have some.
 */
const ELSEWHERE = ['POST /bounces/rejudge', 'POST /seed-tests']

test('each changing route is in the test, or has a reason not to be', () => {
  const changing = routes.filter(({ method }) => method !== 'GET')
  const keys = changing.map(({ method, path }) => `${method} ${path}`)
  const stepped = auditSteps.map(({ key }) => key)
  const known = [...stepped, ...Object.keys(UNRECORDED), ...ELSEWHERE]
  assert.deepEqual(
    keys.filter(key => !known.includes(key)),
    [],
    'not in the test',
  )
  assert.deepEqual(
    known.filter(key => !keys.includes(key)),
    [],
    'no route',
  )
  const twice = stepped.filter(key => key in UNRECORDED)
  assert.deepEqual(twice, [])
})

const ask = (text: string, values: unknown[] = []) =>
  setup.running.store.run({ name: '', text, again: false }, values)

/** What changes although nothing is changed: counters, marks of calls, the log of the outbox. */
const PASSING = [
  'audit_block',
  'audit_entries',
  'changed_tables',
  'counters',
  'idempotency_keys',
  'word_progress',
  // Who tried to sign in from where, and how often.
  'sign_in_failures',
  'sign_in_networks',
  'code_failures',
]

/** All but when a session was seen, and which codes were used up. */
const TOLD_OF: Record<string, string> = {
  sessions: 'token_hash',
  people: 'name, password_hash, code_set_at',
}

/** Notes which tables change. Reading all of them before and after took twenty times as long. */
async function watchTables() {
  await ask('create table changed_tables (name text not null)')
  await ask(
    `create function note_change() returns trigger language plpgsql as $$ begin
       if tg_op <> 'UPDATE' or old is distinct from new then
         insert into changed_tables values (tg_table_name);
       end if;
       return null; end $$`,
  )
  const { rows } = await ask(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  for (const [name] of rows.filter(([name]) => !PASSING.includes(String(name)))) {
    const columns = TOLD_OF[name!]
    await ask(
      `create trigger noted after insert or delete or update ${columns ? `of ${columns}` : ''}
       on ${name} for each row execute function note_change()`,
    )
  }
}

/** The tables that `work` changes, with all of its transactions. */
async function changedBy(work: () => Promise<unknown>): Promise<unknown[]> {
  await ask('delete from changed_tables')
  await work()
  const { rows } = await ask('select distinct name from changed_tables order by name')
  return rows.map(([name]) => name)
}

async function makeLog() {
  await ask('create table audit_block (blocked boolean not null)')
  await ask('insert into audit_block values (false)')
  await ask(
    `create function refuse_entry() returns trigger language plpgsql as $$ begin
       if (select blocked from audit_block) then raise exception 'the log takes none'; end if;
       return new; end $$`,
  )
  await ask(
    'create trigger blocked before insert on audit_entries for each row ' +
      'execute function refuse_entry()',
  )
}
const block = (blocked: boolean) => ask('update audit_block set blocked = $1', [blocked])

test('what a route changes and its entry in the audit log are one transaction', async t => {
  if (await isCluster()) return t.skip('triggers note what is changed, and Citus takes none')
  const { call, running, accountId } = setup
  await ask("update accounts set closed_at = now() where username = 'other'")
  await call('PUT', '/account/sign-in', { allowed: true })
  await createWebhook(running.store, running.sealer, accountId, {
    name: 'shop',
    url: 'https://example.com/hook',
    kinds: ['subscribed'],
  })
  await makeLog()
  await watchTables()
  const visitor = apiClient(running.origin, { 'X-Pennypost-Console': '1' })
  const files = createServer((_req, res) => res.end('email\nmia@readers.test\n')).listen(0)
  await once(files, 'listening')
  t.after(() => files.close())
  const file = `http://127.0.0.1:${(files.address() as AddressInfo).port}/people.csv`
  const world = { file, ask, accountId, call, visitor, origin: running.origin, ids: {} }
  const secrets: string[] = []
  const seen = new Set<string>()
  const noted = new Set<unknown>()
  const wrong: string[] = []
  for (const step of auditSteps)
    await carriedOut(step).catch(async error => {
      await block(false)
      wrong.push(`${step.key}: ${error.message}`)
    })
  assert.deepEqual(wrong, [])
  // Else the triggers note nothing.
  assert.ok(noted.size > 20, `${[...noted]}`)

  async function carriedOut({
    key,
    action,
    before: prepare,
    body,
    query,
    as,
    after: keep,
  }: AuditStep) {
    await prepare?.(world)
    const [method = '', template = ''] = key.split(' ')
    const ids: Record<string, unknown> = world.ids
    const path = template.replace(/:(\w+)/g, (_, name) => {
      assert.ok(name in ids, `${key}: no ${name}`)
      return encodeURIComponent(String(ids[name]))
    })
    const client = as?.(world) ?? call
    const given = () => (typeof body === 'function' ? body(ids) : body)
    const send = () => client(method, path + (query?.(ids) ?? ''), given())
    await block(true)
    const changed = await changedBy(async () => {
      const refused = await send()
      assert.equal(refused.status, 500, `${key}: ${JSON.stringify(refused.body)}`)
    })
    await block(false)
    assert.deepEqual(changed, [], `${key} changes these without an entry`)
    const [last] = (await ask("select coalesce(max(id), '') from audit_entries")).rows[0]!
    let made!: Awaited<ReturnType<typeof send>>
    for (const name of await changedBy(async () => (made = await send()))) noted.add(name)
    assert.ok(made.status < 300, `${key}: ${made.status} ${JSON.stringify(made.body)}`)
    const { rows } = await ask(
      `select action, actor_kind, peer, concat(old_values::text, new_values::text)
       from audit_entries where id > $1 order by id`,
      [last],
    )
    const actions = rows.map(([name]) => name)
    assert.ok(actions.includes(action), `${key} left ${actions}, not ${action}`)
    for (const [name, kind, peer] of rows) {
      assert.ok(kind === 'account' || kind === 'person', `${key}: ${kind}`)
      assert.equal(peer, '127.0.0.1', key)
      seen.add(name!)
    }
    for (const name of ['token', 'secret', 'password', 'key', 'link', 'recoveryCodes'])
      if (typeof made.body?.[name] === 'string') secrets.push(made.body[name].slice(-20))
    await keep?.(made, world)
  }

  const { rows } = await ask('select concat(old_values::text, new_values::text) from audit_entries')
  const texts = rows.map(([text]) => text).join('\n')
  for (const secret of [...secrets, 'a long secret']) assert.ok(!texts.includes(secret), secret)
  const keys = await ask(
    `select distinct jsonb_object_keys(coalesce(old_values, '{}') || coalesce(new_values, '{}'))
     from audit_entries order by 1`,
  )
  for (const [language, words] of Object.entries(fieldWords))
    assert.deepEqual(
      keys.rows.map(([name]) => name!).filter(name => !(name in words) && !/^(DD)?\d+$/.test(name)),
      [],
      `shown by the console without words: ${language}`,
    )
  const named = await ask(
    `select distinct key, jsonb_array_elements_text(
       case when jsonb_typeof(value) = 'array' then value else jsonb_build_array(value) end)
     from audit_entries, jsonb_each(coalesce(old_values, '{}') || coalesce(new_values, '{}'))
     where key in ('do', 'role', 'rights', 'state', 'kinds', 'type') order by 1, 2`,
  )
  assert.ok(named.rows.length > 10)
  for (const [language, { of }] of Object.entries(valueWords))
    assert.deepEqual(
      named.rows.filter(([name, value]) => !(value! in of[name!]!)),
      [],
      `shown by the console as it stands: ${language}`,
    )
  // The rest is what commands and programs do, and what passes in steps of its own.
  const unseen = auditActions.filter(name => !seen.has(name) && !name.startsWith('export.'))
  assert.deepEqual(unseen, UNSEEN)
})

test('values of entries are told in words', () => {
  const time = (moment: string) => `at ${moment}`
  const listName = (id: number) => (id === 3 ? 'Kunden' : undefined)
  const texts = { fields: fieldsDe, values: valuesDe, time, listName }
  assert.equal(valueText(texts, 'do', 'join'), 'auf eine Liste setzen')
  assert.equal(valueText(texts, 'rights', ['read', 'send']), 'sehen, senden')
  assert.equal(valueText(texts, 'changed', 'name, DD1'), 'Name, DD1')
  assert.equal(valueText(texts, 'subject', 'read, send'), 'read, send')
  assert.equal(valueText(texts, 'masked', true), 'ja')
  assert.equal(valueText(texts, 'listIds', [3, 4]), 'Kunden, 4')
  const due = '2026-11-26T02:02:59.979Z'
  assert.equal(valueText(texts, 'dueAt', due), `at ${due}`)
  const [before, after] = [
    { paper: '#FFF', text: '#000' },
    { paper: '#FFE', text: '#000' },
  ]
  assert.equal(valueText(texts, 'colours', after, before), 'Papier: #FFE')
})

/** Actions that no step above takes: of operations, other bodies, a provider, incoming mail. */
const UNSEEN = [
  'list.empty',
  'newsletter.archive',
  'newsletter.unarchive',
  'bounce.rejudge',
  'call.refuse',
  'tool.call',
  'member.prove',
  'member.link-provider',
  'member.wrong-password',
  'member.wrong-code',
  'member.rest-codes',
  'account.login-link',
  'account.wrong-password',
]
