/**
 * The first hour of a marketer, in German, from an empty folder: by what is seen on the pages and
 * nothing else, against a real SMTP server. No page says a word of English, and none has a defect.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { SendingReport } from '../../src/actions/sendings/sending-report.ts'
import {
  ACCOUNT,
  type ConsoleBrowser,
  hasNoDefect,
  isShown,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { saysOnlyGerman } from '../support/console-german.ts'
import { addressesIn, callerOf, follow } from '../support/console-sending.ts'
import {
  customer,
  customerFile,
  FROM_DOCS,
  logo,
  NEW_FIELDS,
  PEOPLE,
  received,
} from '../support/console-trial.ts'
import { freePort } from '../support/free-port.ts'
import { type Sink, startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const TESTER = 'ich@gartenladen.example'
const OPENER = customer(1).email
const LEAVER = customer(2).email

describe('the first hour in German', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let sink: Sink
  let page: Page

  before(async () => {
    sink = await startSink()
    const port = String(await freePort())
    const settings = {
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    }
    browser = await startConsole(settings, { first: true })
    page = await browser.open(1440, 'light', '/console', 'de-DE')
  })
  after(async () => {
    await browser?.stop()
    await sink?.stop()
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
  const email = () => page.frameLocator('.composer-canvas .email-frame iframe')
  const writer = () => page.locator('.email-text .tiptap')
  /** A click into a text of the email, wherever late pictures move it. */
  const write = (words: string) =>
    until(async () => {
      await page.locator('.canvas-scroll:not([data-behind])').waitFor()
      const place = await email().getByText(words).boundingBox()
      // A preview that came in between has put another element there.
      if (!place) return false
      await page.mouse.click(place.x + 40, place.y + place.height / 2)
      return writer().filter({ hasText: words }).isVisible()
    })
  /** By the menu at the side. */
  const goTo = async (name: string) => {
    await page.locator('nav.side, .side').getByRole('link', { name, exact: true }).click()
    await page.locator('#page h1', { hasText: name }).waitFor()
    await isShown(page)
  }
  const isFine = async () => {
    await saysOnlyGerman(page)
    await hasNoDefect(page)
  }
  const emailsTo = (address: string) =>
    sink.messages.filter(({ rcpts }) => rcpts.some(one => one.includes(address)))
  /** Sends what the send page shows, and watches it to its end. */
  const sendTo = async (people: number) => {
    await button(`An ${people} Personen senden`).waitFor()
    await page.getByText('Die E-Mail wird geprüft', { exact: false }).waitFor({ state: 'detached' })
    await isFine()
    await button(`An ${people} Personen senden`).click()
    await button('Trotzdem senden').click()
    await page.getByText('Bis dahin ist nichts hinausgegangen.').waitFor()
    await isFine()
    await page.getByText('Gesendet', { exact: true }).waitFor()
    await isFine()
  }

  test('signs in, and finds the first steps', async () => {
    await saysOnlyGerman(page)
    await page.getByLabel('E-Mail-Adresse oder Benutzername').fill(ACCOUNT.ACCOUNT_USERNAME)
    await page.getByLabel('Passwort', { exact: true }).fill(ACCOUNT.ACCOUNT_PASSWORD)
    await button('Anmelden').click()
    await page.getByRole('heading', { name: 'Erste Schritte' }).waitFor()
    await isFine()
  })

  test('imports a file of twenty columns; list and fields are made on the way', async () => {
    await page.getByRole('link', { name: 'Importieren', exact: true }).click()
    await button('Neue Liste').click()
    await dialog().getByLabel('Name', { exact: true }).fill('Gartenbrief')
    await dialog().getByLabel('Adresse des Absenders').fill('post@gartenladen.example')
    await isFine()
    await inDialog('Liste hinzufügen').click()
    await page.getByLabel('Liste', { exact: true }).getByText('Gartenbrief').waitFor({
      state: 'attached',
    })
    await dialog().waitFor({ state: 'detached' })
    const file = { name: 'kunden.csv', mimeType: 'text/csv', buffer: customerFile() }
    await page.getByLabel('Datei wählen').setInputFiles(file)
    const target = (heading: string) => page.getByLabel(`Kommt nach: ${heading}`, { exact: true })
    await target('Haustier').waitFor()
    for (const [heading, value] of [
      ['E-Mail', 'email'],
      ['Vorname', 'first-name'],
      ['Nachname', 'last-name'],
    ] as const)
      assert.equal(await target(heading).inputValue(), value)
    for (const [heading, kind] of NEW_FIELDS) {
      await target(heading).selectOption({ label: 'Neues Feld' })
      await dialog().getByLabel('Enthält').selectOption({ label: kind })
      if (kind === 'Auswahl') await dialog().getByLabel('Auswahl').fill('Rosen\nGemüse')
      await inDialog('Neues Feld').click()
      await dialog().waitFor({ state: 'detached' })
      await target(heading).locator('option:checked', { hasText: heading }).waitFor({
        state: 'attached',
      })
    }
    // As they will be stored.
    await page.getByRole('cell', { name: '1950-01-01' }).waitFor()
    await page.getByRole('cell', { name: '1100.50' }).waitFor()
    await isFine()
    await button('Import starten').click()
    await page.getByText('Fertig', { exact: true }).waitFor()
    await isFine()
    await goTo('Datenfelder')
    for (const [name] of NEW_FIELDS) await button(name).waitFor()
    await isFine()
  })

  test('puts a logo of its own into the brand', async () => {
    await goTo('Marke')
    await button('Logo wählen').click()
    const choosing = page.waitForEvent('filechooser')
    await inDialog('Bild hochladen').click()
    const chooser = await choosing
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
    await dialog().getByLabel('Was es zeigt').fill('Gartenladen')
    await isFine()
    await inDialog('Dieses Bild nehmen').click()
    await page.locator('.logo-shown img').waitFor()
    await page.getByLabel('Sprache der Newsletter').selectOption({ label: 'Deutsch' })
    await button('Marke speichern').click()
    await page.getByText('Die Marke ist gespeichert.').waitFor()
    const shown = page.frameLocator('.brand-preview iframe')
    await shown.locator('img[alt="Gartenladen"]').waitFor()
    await shown.getByRole('heading', { name: 'Die Geschichte des Monats' }).waitFor()
    await isFine()
  })

  test('begins with a design, and writes in the email', async () => {
    await goTo('Newsletter')
    await page.getByRole('link', { name: 'Neuer Newsletter' }).first().click()
    await page.getByRole('radio', { name: /^Neues im Monat/ }).check()
    await page.getByLabel('Betreff').fill('Frisches aus dem Garten')
    await isFine()
    await button('Mit „Neues im Monat“ beginnen').click()
    await email().locator('img[alt="Gartenladen"]').waitFor()
    await write('Sagen Sie in zwei oder drei Sätzen')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Hallo ')
    await page
      .locator('.writing-tools')
      .getByRole('button', { name: 'Platzhalter einfügen' })
      .click()
    await page.locator('.tag-choice').getByRole('button', { name: 'Vorname' }).click()
    await writer().locator('.chip-tag').waitFor()
    await page.locator('.tag-choice').waitFor({ state: 'detached' })
    await writer().focus()
    await page.keyboard.press('End')
    await page.evaluate(() => new Promise(shown => requestAnimationFrame(shown)))
    await page.keyboard.type(', willkommen! ')
    await writer().evaluate((text, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      text.dispatchEvent(paste)
    }, FROM_DOCS)
    await email().getByRole('heading', { name: 'Rosen der Woche' }).waitFor()
    await email().getByText('Drei Sorten, alle winterhart.').waitFor()
    assert.equal(await email().locator('b, strong', { hasText: 'Sorten' }).count(), 0)
    await page.keyboard.press('Escape')
    await isFine()
  })

  test('is told which links lead nowhere yet, and mends them', async () => {
    await button('Version speichern').click()
    await dialog().getByText('So lässt es sich nicht senden').waitFor()
    await isFine()
    await inDialog('Block zeigen').first().click()
    await page.getByLabel('Führt zu').fill('https://gartenladen.example/rosen')
    const columns = page.locator('.outline [data-row]', { hasText: 'Spalten' })
    for (let left = await columns.count(); left > 0; left--) {
      await columns.first().click()
      await columns.first().press('Delete')
      await columns.nth(left - 1).waitFor({ state: 'detached' })
    }
    await button('Version speichern').click()
    await page.getByText('Version 2 ist gespeichert', { exact: false }).waitFor()
    await isFine()
  })

  test('sends a test to an address that is typed', async () => {
    await button('Test senden').click()
    await dialog().getByLabel('Adressen').fill(TESTER)
    await isFine()
    await inDialog('Test senden').click()
    // The relay is on this machine, and so are the links.
    await inDialog('Trotzdem senden').click()
    await dialog().getByText('Gesendet: 1').waitFor()
    await isFine()
    await until(() => emailsTo(TESTER).length === 1)
    await page.keyboard.press('Escape')
  })

  test('saves it as a template', async () => {
    await button('Als Vorlage speichern').click()
    await dialog().getByLabel('Name', { exact: true }).fill('Monatsbrief')
    await isFine()
    await inDialog('Als Vorlage speichern').click()
    await page.getByText('Monatsbrief steht jetzt bei Ihren Vorlagen.').waitFor()
  })

  test('sends it to everybody, and watches it', async () => {
    await button('Empfänger und Zeit').click()
    await sendTo(PEOPLE)
    await until(() => sink.seen.messages === PEOPLE + 1)
    assert.match(received(emailsTo(OPENER)[0]!.bytes), /Hallo Bruno, willkommen!/)
  })

  test('looks at the report, after one has read it and one has left', async () => {
    const { pixel } = addressesIn(emailsTo(OPENER)[0]!)
    assert.equal((await follow(pixel)).status, 200)
    const [, leave] = /^List-Unsubscribe: .*<(http[^>]+)>/m.exec(
      emailsTo(LEAVER)[0]!.bytes.toString('latin1').replaceAll('\r\n ', ' '),
    )!
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    assert.ok((await fetch(leave!, { method: 'POST', body, headers })).ok)
    const sending = /\/sendings\/(\d+)/.exec(page.url())![1]
    await until(async () => {
      const report = (await callerOf(page)('GET', `/sendings/${sending}/report`)) as SendingReport
      return report.figures.opens.people === 1
    })
    await page.getByRole('link', { name: 'Bericht', exact: true }).click()
    await page.getByText(`1 von ${PEOPLE} zugestellten`).first().waitFor()
    await isFine()
  })

  test('sends it again to who did not open it', async () => {
    await page.getByRole('link', { name: 'Erneut an alle, die nicht öffneten' }).click()
    await page.getByText('Haben es geöffnet').waitFor()
    await sendTo(PEOPLE - 2)
    await until(() => sink.seen.messages === PEOPLE + 1 + PEOPLE - 2)
    assert.deepEqual(
      [OPENER, LEAVER, customer(3).email].map(one => emailsTo(one).length),
      [1, 1, 2],
    )
  })

  test('finds who left, of the account and of the list', async () => {
    await goTo('Abmeldungen')
    await page.getByRole('link', { name: LEAVER }).waitFor()
    await isFine()
    await goTo('Listen')
    await page.getByRole('link', { name: 'Gartenbrief' }).click()
    await page.getByRole('button', { name: 'Abgemeldete' }).click()
    await page.getByRole('link', { name: LEAVER }).waitFor()
    await isFine()
  })

  test('begins the next one with the template', async () => {
    await goTo('Newsletter')
    await isFine()
    await page.getByRole('link', { name: 'Neuer Newsletter' }).first().click()
    await page.getByRole('radio', { name: /^Monatsbrief/ }).check()
    await page.getByRole('heading', { name: 'Monatsbrief' }).waitFor()
    await isFine()
  })

  test('no page has complained', () => {
    // The relay is on this machine, and so are the links: that is asked, by a refusal.
    const asked = /status of 409/
    assert.deepEqual(
      browser.trouble.filter(text => !asked.test(text)),
      [],
    )
  })
})
