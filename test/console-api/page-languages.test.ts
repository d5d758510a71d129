/** The pages behind links, and their emails, in the language of the visitor or of the person. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pageTexts } from '../../src/console-api/texts.ts'
import { codeOf } from '../support/app-codes.ts'
import { OFFERS, type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'
import { type ApiSetup, apiClient, apiSetup } from './api-setup.ts'

const PUBLIC = 'https://mail.example.com'
let relay: Sink
let setup: ApiSetup
before(async () => {
  relay = await startSink({ offers: OFFERS })
  setup = await apiSetup({
    SMTP_URL: `smtp://127.0.0.1:${relay.port}?starttls=never`,
    PUBLIC_URL: PUBLIC,
  })
  // The account goes on to invite, though it has an owner.
  await setup.call('PUT', '/account/sign-in', { allowed: true })
  await setup.call('POST', '/lists', { name: 'Readers', fromEmail: 'news@shop.test' })
})
after(async () => {
  await setup.running.close()
  await relay.stop()
})

/** What a page of each language says, and what none in another does. */
const LANGUAGES = [
  {
    code: 'en',
    accepts: 'fr, en;q=0.5',
    invited: /with the role “Editor” and the address/,
    short: /A new password has at least 8 characters\./,
    used: /The invitation is unknown, used, or expired\./,
    invitation: /^Subject: You are invited to shop/m,
    password: /^Subject: A new password/m,
  },
  {
    code: 'de',
    accepts: 'de-AT, en;q=0.8',
    invited: /in der Rolle „Redakteur“ und mit der Adresse/,
    short: /Ein neues Passwort hat mindestens 8 Zeichen\./,
    used: /Einladung/,
    invitation: /^Subject: Sie sind zu shop eingeladen/m,
    password: /^Subject: Ein neues Passwort/m,
  },
  {
    code: 'sv',
    accepts: 'en;q=0.2, sv-SE',
    invited: /med rollen ”Redaktör” och adressen/,
    short: /Ett nytt lösenord har minst 8 tecken\./,
    used: /[Ii]nbjudan/,
    invitation: /^Subject: .*inbjuden.* shop|^Subject: =\?utf-8/im,
    password: /^Subject: Ett nytt l|^Subject: =\?utf-8/im,
  },
] as const

const ENGLISH = /\b(?:the|you|your|password|sign|with|send|continue|editor|are|one-time)\b/i

interface Page {
  status: number
  text: string
  headers: Headers
}

/** A page as a browser of that language gets it. */
async function visited(path: string, accepts: string, more: RequestInit = {}): Promise<Page> {
  const answer = await fetch(setup.running.origin + path, {
    redirect: 'manual',
    ...more,
    headers: { 'Accept-Language': accepts, ...(more.headers as Record<string, string>) },
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const posted = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

/** What is read of a page, without the addresses of people and the name of the program. */
const readOf = ({ text }: Page): string =>
  text
    .replace(/^[\s\S]*?<main>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\S+@\S+/g, '')

function assertIn(code: 'en' | 'de' | 'sv', page: Page): void {
  assert.match(page.text, new RegExp(`<html lang="${code}">`))
  if (code !== 'en') assert.doesNotMatch(readOf(page), ENGLISH)
}

/** The path of a link that is shown. */
async function invitation(email: string, role: string): Promise<string> {
  const { body } = await setup.call('POST', '/invitations', { email, role, mail: false })
  return new URL(body.link).pathname
}

async function mailTo(email: string, subject: RegExp): Promise<string> {
  const found = () =>
    relay.messages
      .filter(({ rcpts }) => rcpts.join().includes(`<${email}>`))
      .map(({ bytes }) => bytes.toString().replace(/=\r\n/g, '').replaceAll('=3D', '='))
      .find(text => subject.test(text))
  await until(() => found() !== undefined)
  return found()!
}

const linkIn = (text: string) => /https:\/\/mail\.example\.com(\/console\/\S+)/.exec(text)![1]!
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')!.split(';')[0]!

for (const words of LANGUAGES) {
  const { code, accepts } = words
  const email = `ada-${code}@members.test`
  let cookie: string
  const call = () => apiClient(setup.running.origin, { cookie, 'X-Pennypost-Console': '1' })

  describe(`in ${code}`, () => {
    test('an invitation names the role in words, and makes a person of that language', async () => {
      const path = await invitation(email, 'editor')
      const shown = await visited(path, accepts)
      assertIn(code, shown)
      assert.match(shown.text, words.invited)
      const short = await visited(path, accepts, posted({ name: 'Ada', password: 'short' }))
      assertIn(code, short)
      assert.match(short.text, words.short)
      const accepted = await visited(
        path,
        accepts,
        posted({ name: 'Ada', password: 'a long secret' }),
      )
      assert.equal(accepted.status, 303)
      cookie = cookieOf(accepted)
      assert.equal((await call()('GET', '/session')).body.person.language, code)
      const used = await visited(path, accepts)
      assert.equal(used.status, 410)
      assertIn(code, used)
      assert.match(used.text, words.used)
    })

    test('the email of an invitation has the language of who invites', async () => {
      const invited = `bob-${code}@members.test`
      const inviter = await invitation(`eve-${code}@members.test`, 'owner')
      const joined = await visited(inviter, accepts, posted({ password: 'a long secret' }))
      const headers = { cookie: cookieOf(joined), 'X-Pennypost-Console': '1' }
      const owner = apiClient(setup.running.origin, headers)
      const made = await owner('POST', '/invitations', { email: invited, role: 'viewer' })
      assert.deepEqual([made.body.mailed, made.body.trouble], [true, null])
      const mail = await mailTo(invited, words.invitation)
      const shown = await visited(linkIn(mail), accepts)
      assertIn(code, shown)
    })

    test('a forgotten password: the form, its answer, the email and the page of its link', async () => {
      assertIn(code, await visited('/console/password', accepts))
      const asked = await visited('/console/password', accepts, posted({ email }))
      assertIn(code, asked)
      assert.ok(asked.text.includes(pageTexts[code].asked[0]))
      const mail = await mailTo(email, words.password)
      // The person's language, whatever the browser says.
      assertIn(code, await visited(linkIn(mail), 'fr'))
      const short = await visited(linkIn(mail), 'fr', posted({ password: 'short' }))
      assertIn(code, short)
      assert.match(short.text, words.short)
    })

    test('a one-time code, and a wrong one', async () => {
      const { body } = await call()('POST', '/session/second-factor')
      const confirmed = { code: codeOf(body.secret) }
      const set = await call()('POST', '/session/second-factor/confirmation', confirmed)
      assert.equal(set.status, 201)
      const given = { username: email, password: 'a long secret' }
      const signedIn = await visited('/console/sign-in', 'fr', posted(given))
      assert.equal(signedIn.status, 303)
      const headers = { cookie: cookieOf(signedIn) }
      const page = await visited('/console', 'fr', { headers })
      assertIn(code, page)
      assert.ok(page.text.includes(pageTexts[code].codeTitle))
      const wrong = await visited('/console/code', 'fr', { ...posted({ code: '1' }), headers })
      assert.equal(wrong.status, 403)
      assertIn(code, wrong)
      assert.match(wrong.text, /role="alert"/)
    })

    test('signing in, what is not there, and a login link that was used', async () => {
      assertIn(code, await visited('/console/sign-in', accepts))
      const given = { username: 'nobody', password: 'a long secret' }
      const refused = await visited('/console/sign-in', accepts, posted(given))
      assert.equal(refused.status, 403)
      assertIn(code, refused)
      assertIn(code, await visited('/console/login/none', accepts))
      assertIn(code, await visited('/console/assets/none.js', accepts))
      const other = { headers: { Origin: 'https://evil.test' } }
      assertIn(
        code,
        await visited('/console/password', accepts, { ...posted({ email }), ...other }),
      )
    })
  })
}
