/** `pennypost webhook`, from adding one to sending its dead events once more. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { openStore } from '../../src/db/open-store.ts'
import { type webhookReceiver as Receiver, webhookReceiver } from '../support/webhook-receiver.ts'
import { type CommandDatabase, migratedDatabase, pennypost } from './setup.ts'

let database: CommandDatabase
let store: Store
let receiver: Awaited<ReturnType<typeof Receiver>>
const env = () => ({ ...database.env, FETCH_ALLOW: '127.0.0.1' })
const run = (...args: string[]) => pennypost(['webhook', ...args], { env: env() })
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out)

before(async () => {
  database = await migratedDatabase()
  store = openStore({ connection: database.connection })
  receiver = await webhookReceiver()
  await pennypost(['account', 'add', 'shop'], { env: env(), input: 'correct horse battery staple' })
})
after(async () => {
  await store.close()
  await receiver.close()
  await database.drop()
})

const ask = (text: string) => store.run({ name: '', text, again: true }, [])

describe('pennypost webhook', () => {
  test('add shows the secret once, and test posts an event that is signed with it', async () => {
    const added = await json('add', 'shop', '--url', `${receiver.url}?token=hidden`)
    assert.match(added.secret, /^pps_[\w-]{43}$/)
    const tried = await run('test', 'shop')
    assert.deepEqual([tried.code, tried.err], [0, ''])
    assert.match(tried.out, /taken: 204/)
    const { headers, body, event, path } = receiver.received[0]!
    assert.equal(path, '/hook?token=hidden')
    assert.equal(event.event, 'test')
    const mac = createHmac('sha256', added.secret)
      .update(`${headers['pennypost-timestamp']}.${body}`)
      .digest('hex')
    assert.equal(headers['pennypost-signature'], `${added.keyId}=${mac}`)
    const all = `${(await run('list')).out}${(await run('show', 'shop')).out}`
    assert.ok(!all.includes('hidden') && !all.includes(added.secret))
    assert.match(all, /shop {2}http:\/\/127\.0\.0\.1:\d+\/hook {2}active\./)
  })

  test('edit changes the address and the events, and nothing that is not named', async () => {
    const there = await json('show', 'shop')
    const chosen = await json('edit', 'shop', '--events', 'clicked,bounced')
    assert.deepEqual([chosen.url, chosen.events], [there.url, ['clicked', 'bounced']])
    const inside = await run('edit', 'shop', '--url', 'http://10.0.0.1/')
    assert.match(inside.err, /private network/)
    assert.match((await run('edit', 'shop')).err, /Nothing to change/i)
    const moved = `${receiver.url}/moved`
    assert.equal((await json('edit', 'shop', '--url', moved)).url, moved)
    await run('test', 'shop')
    assert.equal(receiver.received.at(-1)!.path, '/hook/moved')
    assert.deepEqual((await json('show', 'shop')).events, ['clicked', 'bounced'])
    const back = ['--url', receiver.url, '--events', there.events.join(',')]
    assert.deepEqual((await json('edit', 'shop', ...back)).events, there.events)
  })

  test('a webhook has the format of a provider, and the events that the provider has', async () => {
    const added = await json('add', 'desk', '--url', receiver.url, '--format', 'sendgrid')
    assert.equal(added.format, 'sendgrid')
    assert.ok(added.events.includes('bounced') && !added.events.includes('converted'))
    const [{ publicKey }] = (await json('show', 'desk')).keys
    assert.deepEqual([publicKey, publicKey.length], [added.publicKey, 124])
    const tried = await run('test', 'desk')
    assert.deepEqual([tried.code, tried.err], [0, ''])
    const { headers, event } = receiver.received.at(-1)!
    assert.deepEqual([event[0].event, event[0].email], ['delivered', 'test@example.com'])
    assert.ok(headers['x-twilio-email-event-webhook-signature'])
    assert.equal(headers['pennypost-signature'], undefined)
    const wrong = await run('edit', 'desk', '--events', 'converted')
    assert.match(wrong.err, /The format sendgrid has no event of the kind converted/)
    const edited = await json('edit', 'desk', '--format', 'resend')
    assert.deepEqual([edited.format, edited.events.includes('opted-out')], ['resend', false])
    assert.match((await run('list')).out, /desk {2}\S+ {2}resend {2}active/)
    assert.match((await run('edit', 'desk', '--format', 'mailchimp')).err, /postmark/)
    assert.equal((await run('remove', 'desk', '--yes')).code, 0)
  })

  test('rotate makes a second key; both are shown with their ends', async () => {
    const { keyId } = await json('rotate', 'shop', '--keep-hours', '2')
    const { keys } = await json('show', 'shop')
    assert.equal(keys.length, 2)
    assert.equal(keys[0].id, keyId)
    assert.equal(keys[0].ends, null)
    assert.ok(new Date(keys[1].ends) > new Date(Date.now() + 3_600_000))
  })

  test('refuses internal addresses, invalid URLs, unknown events and a taken name', async () => {
    const refused = async (...args: string[]) => {
      const { code, err, out } = await run(...args)
      assert.ok(code === 1 || code === 2, out)
      return err
    }
    assert.match(
      await refused('add', 'meta', '--url', 'http://169.254.169.254/latest'),
      /where clouds keep the keys.*FETCH_ALLOW/,
    )
    assert.match(await refused('add', 'ten', '--url', 'http://10.0.0.1/'), /private network/)
    assert.match(
      await refused('add', 'six', '--url', 'http://[::ffff:169.254.169.254]/'),
      /local link/,
    )
    assert.match(
      await refused('add', 'file', '--url', 'file:///etc/passwd'),
      /only http: and https:/,
    )
    assert.match(await refused('add', 'hash', '--url', `${receiver.url}#part`), /after #/)
    assert.match(
      await refused('add', 'bad', '--url', receiver.url, '--events', 'opened'),
      /There is no event kind "opened"/,
    )
    assert.match(await refused('add', 'SHOP', '--url', receiver.url), /There is a webhook/)
    assert.match(await refused('show', 'nobody'), /no webhook "nobody"\. There are: shop/)
    assert.match(await refused('rotate', 'shop', '--keep-hours', '100000'), /0 to 720 hours/)
    assert.deepEqual(
      (await json('list')).map(({ name }: { name: string }) => name),
      ['shop'],
    )
  })

  test('test fails with the answer when the event is not taken', async () => {
    receiver.answerWith(response =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    const { code, err } = await run('test', 'shop')
    assert.equal(code, 1)
    assert.match(err, /302 Found: redirects are not followed/)
    receiver.answerWith(response => response.writeHead(204).end())
  })

  test('log lists deliveries, and replay sends dead letters once more', async () => {
    const [accountId, webhookId] = (await ask('select account_id, id from webhooks')).rows[0]!
    await ask(
      `insert into webhook_events (account_id, webhook_id, id, kind, at, person, subscriber_id, \
state, attempts, tried_at, answer)
       select ${accountId}, ${webhookId}, i, 'subscribed', now() - i * interval '1 hour', i, i, \
case when i < 4 then 'dead' else 'sent' end, 20, now(), '500'
       from generate_series(1, 6) i`,
    )
    const dead = await json('log', 'shop', '--state', 'dead')
    assert.deepEqual(
      dead.map(({ id }: { id: string }) => id),
      [3, 2, 1].map(id => `${accountId}-${id}`),
    )
    assert.match(
      (await run('log', 'shop', '--limit', '1')).out,
      /-6 {2}\S+ {2}subscribed {2}subscriber 6 {2}sent {2}20 tries: 500\n$/,
    )
    assert.equal((await json('replay', 'shop', '--event-id', `${accountId}-2`)).events, 1)
    assert.equal((await json('replay', 'shop')).events, 2)
    assert.deepEqual(await json('log', 'shop', '--state', 'dead'), [])
    assert.equal((await json('replay', 'shop', '--sent', '--since', '2020-01-01')).events, 6)
    const unknown = await run('replay', 'shop', '--event-id', `${accountId}-99`)
    assert.match(unknown.err, /no event \d+-99, or/)
    const foreign = await run('replay', 'shop', '--event-id', `${Number(accountId) + 1}-2`)
    assert.match(foreign.err, /no event "\d+-2"/)
    assert.match((await run('replay', 'shop', '--event-id', '2')).err, /like 1-42/)
    const { waiting, sent } = await json('show', 'shop')
    assert.deepEqual([waiting, sent], [6, 0])
  })

  test('pause, resume and remove', async () => {
    await run('pause', 'shop', '--reason', 'the shop moves')
    const paused = await json('show', 'shop')
    assert.deepEqual([paused.state, paused.note], ['paused', 'the shop moves'])
    await run('resume', 'shop')
    const resumed = await json('show', 'shop')
    assert.deepEqual([resumed.state, resumed.note], ['active', null])
    assert.match((await run('remove', 'shop', '--yes')).out, /is gone/)
    assert.deepEqual(await json('list'), [])
    assert.equal((await ask('select 1 from webhook_keys')).count, 0)
  })
})
