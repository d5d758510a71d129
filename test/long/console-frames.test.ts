/**
 * What a letter in a frame of the console can do to who reads it, in Chromium: pictures of it act
 * for nobody, and no name of an element hides what the console needs.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  ACCOUNT,
  type ConsoleBrowser,
  LAZILY,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { addNewsletter, type CallApi, callerOf, importPeople } from '../support/console-sending.ts'

const OTHER = { username: 'other', password: 'a long password of the other' }

describe('a letter in a frame', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let call: CallApi
  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    call = callerOf(page)
    await call('POST', '/lists', { name: 'Garden', fromEmail: 'post@shop.test' })
    await call('POST', '/installation/accounts', OTHER)
  })
  after(() => browser?.stop())

  const signedInAs = async () =>
    ((await call('GET', '/session')) as { account: { username: string } }).account.username

  async function newsletterOf(html: string): Promise<string> {
    const source = { kind: 'html', html }
    const letter = { subject: 'A letter', listId: 1, source, inlined: false }
    const { id } = (await call('POST', '/newsletters', letter)) as { id: number }
    return `${browser.origin}/console/newsletters/${id}`
  }

  async function loginLinkOf({ username, password }: typeof OTHER): Promise<string> {
    const query = new URLSearchParams({ strUsername: username, strPassword: password })
    const found = await fetch(`${browser.origin}/externalapiservice.asmx/GetLoginLink?${query}`)
    const [link] = /http[^<"\s]*\/console\/login\/[\w.-]+/.exec(await found.text()) ?? []
    assert.ok(link)
    return link
  }

  test('pictures do not sign in; the link itself asks, and does it by a button', async () => {
    const link = await loginLinkOf(OTHER)
    const asked: string[] = []
    page.on('response', answer => {
      if (answer.url() === link) asked.push(`${answer.request().resourceType()} ${answer.status()}`)
    })
    const letter = await newsletterOf(
      `<p>Look</p><img src="${link}"><table background="${link}"><tr>` +
        `<td style="background:url(${link})">x</td></tr></table>`,
    )
    await page.goto(letter)
    await page.frameLocator('.email-frame iframe').getByText('Look').waitFor()
    const blocked = () => browser.trouble.filter(said => said.includes('/console/login/')).length
    while (blocked() === 0) await page.waitForTimeout(100)
    assert.deepEqual(asked, [])
    // With pictures of everywhere the service itself must know what asks.
    await page.evaluate(src => {
      const frame = document.createElement('iframe')
      frame.src = '/console/email-frame?pictures=all'
      frame.onload = () => {
        frame.contentDocument!.body.innerHTML = `<img src="${src}">`
      }
      document.body.append(frame)
    }, link)
    while (asked.length === 0) await page.waitForTimeout(100)
    assert.deepEqual(asked, ['image 403'])
    assert.equal(await signedInAs(), ACCOUNT.ACCOUNT_USERNAME)
    // Somebody follows it.
    await page.goto(link)
    await page.getByRole('heading', { name: 'Sign in to other?' }).waitFor()
    assert.equal(await signedInAs(), ACCOUNT.ACCOUNT_USERNAME)
    await page.getByRole('link', { name: 'Stay signed in as shop' }).click()
    await page.locator('#page h1').waitFor()
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in to other' }).click()
    await page.locator('#page h1').waitFor()
    assert.equal(await signedInAs(), OTHER.username)
    await page.goto(await loginLinkOf({ username: 'shop', password: ACCOUNT.ACCOUNT_PASSWORD }))
    await page.getByRole('button', { name: 'Sign in to shop' }).click()
    await page.locator('#page h1').waitFor()
    browser.trouble.splice(0)
  })

  /** The text is in a frame: looked for as the console does, for nothing else works there. */
  const shows = (text: string) =>
    page.waitForFunction(
      said =>
        [...document.querySelectorAll('iframe')].some(({ contentDocument }) => {
          const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement')!
          return contentDocument && get!.call(contentDocument)?.textContent.includes(said)
        }),
      text,
      LAZILY,
    )

  /** Of all that a document, a form and its fields can do. */
  const names = () =>
    page.evaluate(() => {
      const found = new Set<string>()
      for (const start of [Document.prototype, HTMLFormElement.prototype])
        for (let of = start; of && of !== Object.prototype; of = Object.getPrototypeOf(of))
          for (const name of Object.getOwnPropertyNames(of)) found.add(name)
      return [...found]
    })

  const picture = (name: string) => `<img name="${name}" alt="">`
  /** Each name as that of a picture, and of one of the others that HTML puts into a document. */
  const clobbering = (all: readonly string[]) =>
    all
      .map((name, at) => {
        const others = [
          `<object id="${name}"></object>`,
          `<form name="${name}"></form>`,
          `<embed name="${name}">`,
        ]
        return `${picture(name)}${others[at % others.length]}`
      })
      .join('')
  const fields = (all: readonly string[]) =>
    all.map(name => `<input type="hidden" name="${name}"><input hidden id="${name}">`).join('')

  test('of any names is shown, measured, and its blocks are found', async () => {
    const all = await names()
    assert.ok(all.length > 400 && all.includes('styleSheets') && all.includes('getAttribute'))
    const html =
      `<html><head><style>@media (prefers-color-scheme: dark){p{color:#123456}}</style></head>` +
      `<body background="data:image/gif;,">${clobbering(all)}` +
      `<form background="data:image/gif;,">${fields(all)}<p style="height:777px">In a form</p></form>` +
      '</body></html>'
    const letter = await newsletterOf(html)
    await page.goto(letter)
    await shows('In a form')
    const isMeasured = () => document.querySelector('iframe')!.clientHeight > 777
    await page.waitForFunction(isMeasured, undefined, LAZILY)
    for (const mode of ['Dark', 'Without pictures', 'Wide'])
      await page.locator('.canvas-bar').getByRole('button', { name: mode, exact: true }).click()
    await shows('In a form')
    assert.equal(await page.getByText('Something went wrong').count(), 0)
    const blocks = [
      { id: 'first', type: 'text', html: '<p>First</p>' },
      { id: 'own', type: 'code', html: `<p>Own</p>${all.map(picture).join('')}` },
    ]
    const source = { kind: 'blocks', document: { blocks } }
    const head = { subject: 'In blocks', listId: 1 }
    const { id } = (await call('POST', '/newsletters', {
      ...head,
      source,
    })) as {
      id: number
    }
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await shows('First')
    await page.locator('.email-pane').click({ position: { x: 320, y: 30 } })
    await page.locator('.email-box').waitFor()
    await page.locator('.composer-right .pane-fields').waitFor()
    ofNames()
  })

  test('of any names is on the page that sends, and in its report', async () => {
    const all = await names()
    await importPeople(call, 1, 2)
    const id = await addNewsletter(call, 'Sown', 1)
    const { html } = (await call('GET', `/newsletters/${id}`)) as { html: string }
    const link = '<form><a href="https://127.0.0.1/in-a-form">In a form</a>'
    const hostile = html.replace('</body>', `${clobbering(all)}${link}${fields(all)}</form></body>`)
    await call('PATCH', `/newsletters/${id}`, { source: { kind: 'html', html: hostile } })
    await page.goto(`${browser.origin}/console/newsletters/${id}/send`)
    await shows('In a form')
    const sending = { newsletterId: id, listIds: [1], anyway: true, holdSeconds: 0, local: true }
    const { id: sent } = (await call('POST', '/sendings', sending)) as { id: number }
    const state = async () => ((await call('GET', `/sendings/${sent}`)) as { state: string }).state
    while ((await state()) !== 'finished') await page.waitForTimeout(200)
    await page.goto(`${browser.origin}/console/sendings/${sent}/report`)
    await page.locator('.hmap iframe').waitFor()
    await page.locator('.heats .heat').nth(3).waitFor({ state: 'attached' })
    assert.equal(await page.getByText('Something went wrong').count(), 0)
    ofNames()
  })

  /** What the browser says of frames and embeds that the policy keeps out is not our fault. */
  function ofNames() {
    const said = browser.trouble.splice(0)
    assert.deepEqual(
      said.filter(one => !/Content Security Policy|Failed to load/.test(one)),
      [],
    )
  }
})
