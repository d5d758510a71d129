/**
 * Public pages on hosts of accounts: what is there and what is not, whose names are whose, and
 * which certificates a proxy may get. Real HTTP, with the Host of each request.
 */
import assert from 'node:assert/strict'
import type http from 'node:http'
import { after, before, describe, test } from 'node:test'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { pathOfForm } from '../../src/domain/forms/form.ts'
import { makeForm } from '../../src/domain/forms/save-form.ts'
import { chooseHost, claimHost, takeHostAway } from '../../src/domain/hosts/manage-hosts.ts'
import { publicOrigin } from '../../src/domain/hosts/public-origin.ts'
import { macKeyOf } from '../../src/domain/keys/link-keys.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { savePublication } from '../../src/domain/published/publication.ts'
import { pathOfPublished } from '../../src/domain/published/published-address.ts'
import { makeConversionKey } from '../../src/domain/tracking/convert.ts'
import { clickToken } from '../../src/mail/links/click-tokens.ts'
import { linkToken, messageTokens } from '../../src/mail/links/links.ts'
import { rowToken } from '../../src/mail/links/row-token.ts'
import { confirmToken } from '../../src/mail/links/sign-up.ts'
import { filterVersionToken } from '../../src/mail/links/web-version.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { askAt } from '../support/at-host.ts'
import { LOW_COST } from '../support/password-cost.ts'
import { until } from '../support/until.ts'

const INSTALLATION = 'https://mail.example.test'

let running: RunningApp
before(async () => {
  running = await startApp({ PUBLIC_URL: INSTALLATION })
})
after(() => running.close())

const ask = (host: string, path: string, more: http.RequestOptions = {}) =>
  askAt(running.origin, host, path, more)

interface Tenant {
  accountId: number
  host: string
  formerId: string
  /** Addresses that are answered with 200 or 302 on its host. */
  paths: Record<string, string>
}

let made = 0

async function newTenant(): Promise<Tenant> {
  const { store, keys } = running
  const username = `tenant-${++made}`
  const account = await addAccount(store, { username, password: 'a long secret', cost: LOW_COST })
  const accountId = account!.id
  const listId = await makeList(store, accountId, {
    name: 'News',
    fromName: 'Shop',
    fromEmail: 'shop@example.test',
    description: '',
    characterSet: '',
  })
  const formerId = made.toString(16).padStart(32, '0')
  const formId = await makeForm(
    store,
    accountId,
    {
      name: 'Front',
      listIds: [listId],
      listsChosen: false,
      asked: [],
      required: [],
      hosts: [],
      afterUrl: '',
      formerId,
      keepIp: false,
    },
    'en',
  )
  await savePublication(store, accountId, listId, { active: true, slug: 'news' })
  const host = await claimHost(store, accountId, `news.tenant-${made}.test`, 'mail.example.test')
  await chooseHost(store, accountId, host)
  const key = macKeyOf(keys.newest())
  const tokens = messageTokens({ accountId, of: 'sending', ofId: 1, id: 1 }, key)
  const link = linkToken(key, { accountId, of: 'sending', ofId: 1 }, 1, 'https://shop.test/')
  const clicked = { accountId, of: 'sending' as const, ofId: 1, link: 1, id: 1, at: Date.now() }
  const version = { accountId, of: { sending: 1 }, blocks: [] }
  const paths = {
    click: `/t/${link}/${tokens.hit}`,
    pixel: `/t/${tokens.hit}.gif`,
    unsubscribe: `/u/${tokens.unsubscribe}`,
    preferences: `/p/${tokens.preferences}`,
    measuring: `/s/${tokens.preferences}`,
    form: pathOfForm(accountId, formId),
    list: pathOfPublished(accountId, 'news'),
    feed: `${pathOfPublished(accountId, 'news')}/feed.xml`,
    oldForm: `/public/process-subscription-form.aspx?formId=${formerId}`,
    purchase: `/c.gif?t=${clickToken(key, clicked)}&value=1`,
    // Of rows that are not there: 404 also at home, but never a page of another account.
    confirm: `/o/${confirmToken(key, { accountId, signUpId: 1 })}`,
    report: `/r/${rowToken(key, 'shared report', { accountId, id: 1 })}`,
    webVersion: `/w/${tokens.webVersion}`,
    filterVersion: `/w/${filterVersionToken(key, version)}`,
  }
  return { accountId, host, formerId, paths }
}

const MISSING = ['confirm', 'report', 'webVersion', 'filterVersion']

describe('five accounts on five hosts', () => {
  const tenants: Tenant[] = []
  before(async () => {
    for (let n = 0; n < 5; n++) tenants.push(await newTenant())
  })

  test('each host answers what its own account sent, and nothing of another', async () => {
    for (const { host } of tenants)
      for (const other of tenants)
        for (const [kind, path] of Object.entries(other.paths)) {
          const { status, headers } = await ask(host, path)
          const what = `${kind} of ${other.host} on ${host}`
          const isThere = other.host === host && !MISSING.includes(kind)
          if (isThere) assert.ok(status === 200 || status === 302, `${what}: ${status}`)
          else assert.equal(status, 404, what)
          assert.equal(headers['set-cookie'], undefined, what)
        }
  })

  test('there is no console, no API, no web service and no probe', async () => {
    const [{ host }] = tenants as [Tenant]
    const paths =
      '/ /console /console/login/x /api/v1/session /api/v1/hosts /api/sms/x /sandbox /metrics ' +
      '/externalapiservice.asmx /externalapiservice.asmx?WSDL /healthz /readyz /u/ /p/x ' +
      '/api/relay-events/1/x /tls/ask?domain=mail.example.test /t/ /f/zzz /x/1.1.1.1 /U/1 ' +
      '//console /../console'
    for (const path of paths.split(' ')) {
      const { status, headers, text } = await ask(host, path)
      assert.equal(status, 404, path)
      assert.equal(headers['set-cookie'], undefined, path)
      assert.doesNotMatch(text, /console|mail\.example\.test/, path)
    }
    const posted = await ask(host, '/api/v1/session', { method: 'POST' })
    assert.equal(posted.status, 404)
  })

  test('purchases are taken from servers with a key of the account, and of no other', async () => {
    const [own, other] = tenants as [Tenant, Tenant]
    const key = await makeConversionKey(running.store, own.accountId)
    const post = (host: string) =>
      ask(host, '/c', { method: 'POST', headers: { Authorization: `Bearer ${key}` } })
    // Without a value, which is looked at after the key.
    for (const host of [own.host, 'mail.example.test']) {
      const { status, text } = await post(host)
      assert.equal(status, 400, `${host}: ${text}`)
    }
    assert.equal((await post(other.host)).status, 401)
    assert.equal((await ask(own.host, '/c')).status, 405)
  })

  test('capitals, a trailing dot and a port name the same host', async () => {
    const [{ host, paths }, other] = tenants as [Tenant, Tenant]
    for (const named of [host.toUpperCase(), `${host}.`, `${host}:443`, `${host}.:8443`]) {
      assert.equal((await ask(named, paths.form!)).status, 200, named)
      assert.equal((await ask(named, other.paths.form!)).status, 404, named)
      assert.equal((await ask(named, '/console')).status, 404, named)
    }
  })

  test('a name of nobody has no pages, and programs go on', async () => {
    const [{ paths }] = tenants as [Tenant]
    for (const path of ['/console', '/', '/sandbox', paths.form!, paths.unsubscribe!]) {
      const answer = await ask('nobody.example.test', path, { headers: { Accept: 'text/html' } })
      assert.equal(answer.status, 421, path)
      assert.doesNotMatch(answer.text, /tenant|mail\.example/)
    }
    for (const path of ['/externalapiservice.asmx?WSDL', paths.oldForm!])
      assert.equal((await ask('old.example.test', path)).status, 200, path)
    assert.equal((await ask('old.example.test', '/api/v1/session')).status, 401)
  })

  test('the proxy learns which certificates it may get, and nobody else does', async () => {
    const [{ host }] = tenants as [Tenant]
    const at = (name: string, headers = {}) =>
      ask('127.0.0.1', `/tls/ask?domain=${encodeURIComponent(name)}`, { headers })
    for (const name of [host, host.toUpperCase(), 'mail.example.test'])
      assert.equal((await at(name)).status, 200, name)
    for (const name of ['nobody.example.test', '', '127.0.0.1', 'localhost', 'x'.repeat(5_000)])
      assert.equal((await at(name)).status, 404, name.slice(0, 40))
    assert.equal((await ask('127.0.0.1', '/tls/ask')).status, 404)
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via'])
      assert.equal((await at(host, { [name]: '192.0.2.1' })).status, 404, name)
  })
})

describe('a host', () => {
  const own = 'mail.example.test'
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: { reason?: string }) => error.reason ?? String(error),
    )

  test('is kept as ASCII in lower case', async () => {
    const { accountId } = await newTenant()
    for (const [given, kept] of [
      [' Bréf.Example.TEST. ', 'xn--brf-cma.example.test'],
      ['READ.example.test', 'read.example.test'],
      ['brev.räksmörgås.example', 'brev.xn--rksmrgs-5wao1o.example'],
    ])
      assert.equal(await claimHost(running.store, accountId, given!, own), kept)
  })

  test('is a name, and nothing else', async () => {
    const { accountId } = await newTenant()
    const wrong =
      '|.|localhost|127.0.0.1|[::1]|1.2.3|a b.test|a_b.example.test|news.example.test:8080|' +
      'https://news.example.test|news.example.test/x|-a.test|*.example.test|a..test|x@y.test|' +
      `${'a'.repeat(64)}.test|${'a.'.repeat(200)}|mail.example.test|MAIL.example.test.`
    for (const given of wrong.split('|')) {
      const reason = await reasonOf(claimHost(running.store, accountId, given, own))
      assert.equal(reason, 'not-valid', given)
    }
  })

  test('is of one account: the second to ask is refused, also at the same time', async () => {
    const { store } = running
    const [one, two] = [await newTenant(), await newTenant()]
    const claims = [one, two].map(({ accountId }) =>
      reasonOf(claimHost(store, accountId, 'wanted.example.test', own)),
    )
    assert.deepEqual((await Promise.all(claims)).sort(), ['none', 'not-valid'])
    assert.equal(await reasonOf(chooseHost(store, two.accountId, one.host)), 'no-such-host')
    assert.equal(await reasonOf(takeHostAway(store, two.accountId, one.host, true)), 'no-such-host')
  })

  test('that was taken away answers old links until its owner ends them', async () => {
    const { store } = running
    const { accountId, host, paths } = await newTenant()
    assert.equal(await publicOrigin(store, accountId, INSTALLATION), `https://${host}`)
    await takeHostAway(store, accountId, host, false)
    assert.equal(await publicOrigin(store, accountId, INSTALLATION), INSTALLATION)
    assert.equal(await reasonOf(chooseHost(store, accountId, host)), 'not-now')
    assert.equal((await ask(host, paths.unsubscribe!)).status, 200)
    assert.equal((await ask('127.0.0.1', `/tls/ask?domain=${host}`)).status, 200)
    await takeHostAway(store, accountId, host, true)
    await until(async () => (await ask(host, paths.unsubscribe!)).status === 421)
    assert.equal((await ask(own, paths.unsubscribe!)).status, 200)
  })

  test('keeps scheme and port of the installation', async () => {
    const { accountId, host } = await newTenant()
    assert.equal(
      await publicOrigin(running.store, accountId, 'http://127.0.0.1:8080'),
      `http://${host}:8080`,
    )
  })
})

test('without PUBLIC_URL names that no account has are the installation’s', async () => {
  const before = running
  running = await startApp()
  try {
    const { host, paths } = await newTenant()
    assert.equal((await ask('any.example.test', '/api/v1/session')).status, 401)
    assert.equal((await ask('any.example.test', paths.form!)).status, 200)
    assert.equal((await ask(host, '/api/v1/session')).status, 404)
  } finally {
    await running.close()
    running = before
  }
})
