/** `pennypost member`, `api-key` and `audit`, run as a user runs them. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { after, before, test } from 'node:test'
import { administer } from '../support/database.ts'
import { type CommandDatabase, migratedDatabase, pennypost } from './setup.ts'

let database: CommandDatabase
const run = (args: string[], input = '') => pennypost(args, { env: database.env, input })
const json = async (...args: string[]) => {
  const { code, out, err } = await run([...args, '--json'])
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

before(async () => {
  database = await migratedDatabase()
  assert.equal((await run(['account', 'add', 'shop'], 'a long secret')).code, 0)
})
after(() => database.drop())

test('members are invited, keys made, and the log tells who did', async () => {
  assert.match((await run(['member', 'list'])).out, /^There are no members: .*member invite/)
  assert.match((await run(['api-key', 'list'])).out, /^There are no API keys\./)
  const invited = await json('member', 'invite', 'ada@example.com', '--role', 'owner')
  assert.match(invited.link, /\/console\/invitation\/1\.[\w-]{43}$/)
  const listed = await run(['member', 'list'])
  assert.match(listed.out, /^ada@example\.com {2}invited as owner, until /)
  const unknown = await run(['member', 'edit', 'eve@example.com', '--role', 'owner'])
  assert.match(unknown.err, /no member with this address\. To see them: pennypost member list/)
  const key = await json('api-key', 'add', 'crm', '--rights', 'read,send', '--no-personal-data')
  assert.deepEqual([key.rights, key.masked, key.used], [['read', 'send'], true, null])
  const wrong = await run(['api-key', 'add', 'crm', '--rights', 'all'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /'all' is invalid. It must be one of read, content, people,/)
  await json('api-key', 'remove', String(key.id))
  const log = await json('audit', 'list')
  assert.deepEqual(
    log.map(({ action }: { action: string }) => action),
    ['api-key.remove', 'api-key.add', 'member.invite', 'account.add'],
  )
  assert.deepEqual(log[0].actor, { kind: 'command', id: null, name: userInfo().username })
  const shown = await run(['audit', 'list', '--kind', 'api-key', '--limit', '1'])
  assert.match(shown.out, /^\d{4}-\d\d-\d\dT[\d:]{8} {2}command \S+ {2}api-key\.remove 1\n$/)
  assert.match((await run(['audit', 'installation'])).out, /^No changes/)
})

test('who takes rights away is told which keys have less, beforehand if they stop', async () => {
  const ask = (text: string) => administer(database.connection, text)
  await ask(`insert into people (id, email, email_key, name, password_hash, language, operator)
    values (50, 'eve@example.com', 'eve@example.com', '', 'x', 'en', true)`)
  await ask(
    'insert into members (account_id, person_id, role, masked) values (1, 50, $$owner$$, false)',
  )
  const made = async (name: string, rights: string) =>
    (await json('api-key', 'add', name, '--rights', rights)).id as number
  const [own, of] = [await made('old', 'read,operate'), await made('crm', 'send,operate')]
  await ask(`update api_keys set maker_kind = 'account' where id = ${own}`)
  await ask(`update api_keys set maker_kind = 'person', maker_id = 50 where id = ${of}`)
  const added = await run(['account', 'add', 'second'], 'a long secret')
  assert.match(added.out, /API key \d+ \(old\) of shop may no longer: operate\.\n$/)
  const edit = ['member', 'edit', 'eve@example.com', '--account', 'shop']
  const demoted = await run([...edit, '--operator', 'no'])
  assert.match(demoted.out, /API key \d+ \(crm\) of shop may no longer: operate\.\n$/)
  const masked = await run([...edit, '--personal-data', 'no'])
  assert.equal(masked.out, 'The member eve@example.com is changed.\n')
  const remove = ['member', 'remove', 'eve@example.com', '--account', 'shop']
  const asked = await run(remove, 'n\n')
  assert.match(asked.out + asked.err, new RegExp(`These API keys of theirs stop: ${of} \\(crm\\)`))
  const removed = await run([...remove, '--yes'])
  assert.match(removed.out, /API key \d+ \(crm\) of shop has stopped\. .*api-key take-over \d+/)
  const listed = await run(['api-key', 'list', '--account', 'shop'])
  assert.match(listed.out, /old.*by the account {2}without effect: operate \(there are other/)
  assert.match(listed.out, /crm.*by eve@example\.com {2}STOPPED \(its maker is no member any more/)
  const taken = await json('api-key', 'take-over', String(of), '--account', 'shop')
  assert.deepEqual([taken.maker.kind, taken.lost, taken.why], ['command', [], null])
})
