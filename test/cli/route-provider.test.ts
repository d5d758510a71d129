/** Whose webhooks a relay takes, by the command and by the JSON API. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiSetup } from '../console-api/api-setup.ts'
import { mailgun, SIGNING_KEY } from '../support/relay-payloads.ts'
import { migratedDatabase, newFolder, pennypost } from './setup.ts'

const WEBHOOK = /^https:\/\/mail\.example\.test\/api\/relay-events\/\d+\/[\w-]{20,}$/

test('a route is added and edited with a provider and its key, by commands', async () => {
  const database = await migratedDatabase()
  const folder = newFolder()
  writeFileSync(join(folder, 'key.txt'), `${SIGNING_KEY}\n`)
  const env = { ...database.env, PUBLIC_URL: 'https://mail.example.test' }
  const run = (...args: string[]) => pennypost(['route', ...args], { env, cwd: folder })
  const json = async (...args: string[]) => {
    const { code, out, err } = await run(...args, '--json')
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }
  const fails = async (sentence: RegExp, ...args: string[]) => {
    const { code, err } = await run(...args)
    assert.equal(code, 1)
    assert.match(err, sentence)
  }
  const add = (name: string) => ['add', name, '--url', 'smtp://127.0.0.1:9', '--provider']
  const key = ['--provider-key-file', 'key.txt']
  try {
    await fails(/"nobody" is no relay whose webhooks are known/, ...add('mg'), 'nobody')
    await fails(
      /postmark does not sign its webhooks: give no key/,
      ...add('mg'),
      'postmark',
      ...key,
    )
    assert.deepEqual(await json('list'), [])
    const added = await json(...add('mg'), 'Mailgun', ...key)
    assert.equal(added.events.provider, 'mailgun')
    assert.match(added.events.webhook, WEBHOOK)
    const lacking = await run(...add('sg'), 'sendgrid')
    assert.match(lacking.out, /Webhooks of sendgrid are taken at https:\/\/mail\.example\.test\//)
    assert.match(lacking.out, /route edit sg --provider-key-file FILE/)
    await fails(/The key for sendgrid is the verification key/, 'edit', 'sg', ...key)
    assert.match(
      (await run('list')).out,
      new RegExp(`webhooks of mailgun: ${added.events.webhook.replaceAll('.', '\\.')}`),
    )
    assert.doesNotMatch(JSON.stringify(await json('list')), new RegExp(SIGNING_KEY))
    const ended = await run('edit', 'mg', '--provider', 'none')
    assert.match(ended.out, /Webhooks are not taken any more\./)
    const listed = await json('list')
    const events = (name: string) =>
      listed.find((one: { name: string }) => one.name === name).events
    assert.deepEqual([events('mg'), events('sg').lacksKey], [null, true])
  } finally {
    await database.drop()
  }
})

test('a provider and its key by the JSON API: its webhooks are taken, then no more', async () => {
  const { running, call } = await apiSetup({ PUBLIC_URL: 'https://mail.example.test' })
  try {
    const text = "update accounts set closed_at = now() where username = 'other'"
    await running.store.run({ name: '', text, again: false }, [])
    const base = '/installation/routes'
    const relay = { name: 'mg', url: 'smtp://127.0.0.1:9' }
    const refused = async (body: object, sentence: RegExp) => {
      const answer = await call('POST', base, { ...relay, ...body })
      assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status))
      assert.match(answer.body.detail, sentence)
    }
    await refused({ provider: 'nobody' }, /no relay whose webhooks are known/)
    await refused({ providerKey: SIGNING_KEY }, /Say whose webhooks it is the key of/)
    assert.deepEqual((await call('GET', base)).body.items, [])
    const lacking = await call('POST', base, { ...relay, provider: 'mailgun' })
    assert.deepEqual([lacking.status, lacking.body.events.lacksKey], [201, true])
    const { webhook } = lacking.body.events
    assert.match(webhook, WEBHOOK)
    const { pathname } = new URL(webhook)
    const event = { event: 'delivered', id: 'd1', recipient: 'nobody@example.test', message: {} }
    const posted = async (signed = mailgun(event)) => {
      const { body } = signed
      return (await fetch(`${running.origin}${pathname}`, { method: 'POST', body })).status
    }
    assert.notEqual(await posted(), 200)
    const keyed = await call('PATCH', `${base}/mg`, { providerKey: SIGNING_KEY })
    assert.deepEqual([keyed.status, keyed.body.events.lacksKey], [200, false])
    assert.equal(keyed.body.events.webhook, webhook)
    assert.equal(JSON.stringify(keyed.body).includes(SIGNING_KEY), false)
    assert.equal(await posted(), 200)
    assert.notEqual(await posted(mailgun(event, 'another key')), 200)
    const ended = await call('PATCH', `${base}/mg`, { provider: null })
    assert.equal(ended.body.events, null)
    assert.notEqual(await posted(), 200)
  } finally {
    await running.close()
  }
})
