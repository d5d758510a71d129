/** Text written in the email itself, in Debian's Chromium, against a service of its own. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Transformer } from '@napi-rs/image'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import {
  type ConsoleBrowser,
  hasNoDefectInSchemes,
  missingChromium,
  startConsole,
} from '../support/console-browser.ts'
import { type CallApi, callerOf } from '../support/console-sending.ts'
import { until } from '../support/until.ts'

const BLOCKS = [
  { id: 'head', type: 'heading', level: 1, html: 'Sow now' },
  { id: 'text', type: 'text', colour: '#7A2E0E', html: '<p>First.</p><p>Second.</p>' },
  { id: 'button', type: 'button', text: 'To the shop', href: 'https://shop.example/' },
  { id: 'last', type: 'text', html: '<p>Bye, {{ name | default: "you" }}.</p>' },
]

interface Draft {
  content: { source: { document: { blocks: WrittenBlock[] } } }
}

interface PictureSize {
  src: string
  width: number
  height: number
}

interface WrittenBlock {
  id: string
  type: string
  html?: string
  colour?: string
  columns?: { blocks: WrittenBlock[] }[]
}

describe('writing in the email', { skip: missingChromium }, () => {
  let browser: ConsoleBrowser
  let page: Page
  let call: CallApi
  let id: number

  const email = (): FrameLocator => page.frameLocator('.email-frame iframe')
  const writer = () => page.locator('.email-text .tiptap')
  const saved = () => page.locator('.composer-saved.saved').waitFor()
  const blocks = async (): Promise<WrittenBlock[]> => {
    await page.locator('.composer-saved:not(.saved)').waitFor()
    await saved()
    const { content } = (await call('GET', `/newsletters/${id}/draft`)) as Draft
    return content.source.document.blocks
  }
  /** Of the email as it is written: each preview puts other elements into the frame. */
  const boxIn = async (element: Locator) => {
    await page.locator('.canvas-scroll:not([data-behind])').waitFor()
    return until(() => element.boundingBox())
  }
  /** Clicks at the end of the words, as they stand in the email. */
  const clickOn = async (words: string) => {
    const box = await boxIn(email().getByText(words).last())
    await page.mouse.click(box.x + 60, box.y + box.height / 2)
  }

  /** The editor knows of a moved caret once the browser has told it. */
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise(shown => requestAnimationFrame(shown)))
  }

  /** The text of these words has the caret: an arrow leads there once its editor is open. */
  const isWritten = (words: string | RegExp) =>
    page.locator('.email-text .tiptap:focus', { hasText: words }).waitFor()

  const column = (number: number) =>
    page.locator('.outline-column-name', { hasText: `Column ${number}` })
  const middleOf = async (element: Locator) => {
    const box = await element.boundingBox()
    return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
  }
  /** A point of a block in the email, by its shares of the width and height. */
  const partOf = async (block: string, down: number, along = 0.5) => {
    const box = await boxIn(email().locator(`[data-block="${block}"]`).first())
    return { x: box.x + box.width * along, y: box.y + box.height * down }
  }
  const drag = async (element: Locator, to: { x: number; y: number }) => {
    const from = await middleOf(element)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.move(to.x, to.y - 1, { steps: 4 })
    await page.locator('.drag-chip').waitFor()
    await page.mouse.move(to.x, to.y)
    await page
      .locator('.email-drop, .outline-row[data-drop], .outline-column.over')
      .first()
      .waitFor()
    await page.mouse.up()
    await page.locator('.drag-chip').waitFor({ state: 'detached' })
  }

  /** A newsletter of its own. */
  const openNew = async () => {
    const made = await call('POST', '/newsletters', {
      subject: 'Spring',
      source: { kind: 'blocks', document: { blocks: BLOCKS } },
    })
    id = (made as { id: number }).id
    await page.goto(`${browser.origin}/console/newsletters/${id}`)
    await email().getByText('Second.').waitFor()
  }

  before(async () => {
    browser = await startConsole()
    page = await browser.signedIn(1440, 'light', '/console/lists')
    call = callerOf(page)
    await openNew()
  })
  after(() => browser?.stop())

  test('a click into a text puts the caret there, in the letters of the email', async () => {
    await clickOn('First.')
    await writer().waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Content' }).count(), 1)
    const [place, shown] = [
      await writer().locator('p').first().boundingBox(),
      await boxIn(email().locator('[data-block="text"] p').first()),
    ]
    assert.deepEqual(place, shown)
    assert.equal(await writer().evaluate(at => getComputedStyle(at).color), 'rgb(122, 46, 14)')
    await press('End')
    await page.keyboard.type(' Peas ')
    await press('Control+b')
    await page.keyboard.type('and beans')
    await email().getByText('First. Peas').waitFor({ state: 'attached' })
    assert.equal(
      (await blocks())[1]!.html,
      '<p>First. Peas <strong>and beans</strong></p><p>Second.</p>',
    )
    await hasNoDefectInSchemes(page, '.composer-canvas')
  })

  test('Enter within a text begins a paragraph, at its end a block with the same look', async () => {
    await press('Enter')
    await page.keyboard.type('Kale')
    await press('ArrowDown')
    await press('End')
    await press('Enter')
    // Before the preview has the block.
    await page.keyboard.type('A new block')
    await email().getByText('A new block').waitFor({ state: 'attached' })
    const [, text, added] = await blocks()
    assert.match(text!.html!, /<p><strong>Kale<\/strong><\/p><p>Second\.<\/p>$/)
    assert.deepEqual([added!.html, added!.colour], ['<p>A new block</p>', '#7A2E0E'])
  })

  test('Enter in a heading takes what follows into a text below', async () => {
    await clickOn('Sow now')
    await isWritten('Sow now')
    await press('Home')
    for (const _ of 'Sow') await press('ArrowRight')
    await press('Enter')
    await page.keyboard.type('Today and ')
    await email().getByText('Today and now').waitFor({ state: 'attached' })
    const [head, below] = await blocks()
    assert.match(head!.html!, /^(<p>)?Sow(<\/p>)?$/)
    assert.equal(below!.html, '<p>Today and now</p>')
    await press('Control+z')
    await press('Control+z')
    await email().getByText('Sow now').waitFor()
  })

  test('arrows go from text to text, Backspace takes an empty one out, Esc ends', async () => {
    await clickOn('A new block')
    await isWritten('A new block')
    await press('ArrowDown')
    await isWritten('Bye')
    await press('Home')
    await page.keyboard.type('So: ')
    await email().getByText('So: Bye').waitFor({ state: 'attached' })
    await press('ArrowUp')
    await isWritten('A new block')
    await press('Control+a')
    await press('Backspace')
    await isWritten(/^\s*$/)
    await press('Backspace')
    await isWritten('Second.')
    await page.keyboard.type('!')
    await email().getByText('Second.!').waitFor({ state: 'attached' })
    assert.deepEqual(
      (await blocks()).map(block => block.html ?? block.type),
      [
        'Sow now',
        '<p>First. Peas <strong>and beans</strong></p><p><strong>Kale</strong></p><p>Second.!</p>',
        'button',
        '<p>So: Bye, {{ name | default: "you" }}.</p>',
      ],
    )
    await press('Escape')
    await writer().waitFor({ state: 'detached' })
    await page.locator('[data-row="text"]:focus').waitFor()
    await email().getByText('Second.!').waitFor()
  })

  test('blocks are dragged from the palette into the email, and into columns', async () => {
    await drag(
      page.getByRole('button', { name: 'Add Columns', exact: true }),
      await partOf('button', 0.9),
    )
    await column(1).waitFor()
    const [columns] = (await blocks()).slice(-2)
    assert.equal(columns!.type, 'columns')
    await drag(
      page.getByRole('button', { name: 'Add Button', exact: true }),
      await partOf(columns!.id, 0.5, 0.75),
    )
    await page.locator('.outline-column [data-row]').waitFor()
    await drag(page.locator('[data-row="head"]'), await middleOf(column(1)))
    await column(1).click()
    await page.getByRole('button', { name: 'Add Divider', exact: true }).click()
    const found = (await blocks()).find(block => block.id === columns!.id)
    assert.deepEqual(
      found!.columns!.map(column => column.blocks.map(block => block.type)),
      [['heading', 'divider'], ['button']],
    )
    const said = page.locator('[id^="DndLiveRegion"]', { hasText: /^Heading: now number \d+$/ })
    await said.waitFor({ state: 'attached' })
    await hasNoDefectInSchemes(page)
  })

  test('a block that is chosen in the outline is shown, and tags are called by their names', async () => {
    await page.setViewportSize({ width: 1440, height: 400 })
    const row = page.locator('[data-row="last"]')
    await row.and(page.locator(':has-text("So: Bye, ‹Name›.")')).waitFor()
    const box = page.locator('.email-box')
    await row.click()
    await box.waitFor()
    const [place, room] = [
      await box.boundingBox(),
      await page.locator('.canvas-scroll').boundingBox(),
    ]
    assert.ok(place!.y >= room!.y && place!.y + place!.height <= room!.y + room!.height)
    await page.locator('.pane-fields .chip-tag b', { hasText: /^Name$/ }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('text from right to left runs so while it is written, and in the email', async () => {
    await clickOn('Second.!')
    await press('End')
    await press('Enter')
    await page.keyboard.type('مرحبا.')
    const written = email().locator('p[dir="rtl"]', { hasText: 'مرحبا.' })
    await written.waitFor({ state: 'attached' })
    const edges = (paragraph: Element) => {
      const range = paragraph.ownerDocument.createRange()
      // Text that was just typed may lie in several nodes.
      const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
      const places: [Node, number][] = []
      while (walker.nextNode())
        for (let i = 0; i < walker.currentNode.nodeValue!.length; i++)
          places.push([walker.currentNode, i])
      const of = (at: number) => {
        const [text, i] = places[at]!
        range.setStart(text, i)
        range.setEnd(text, i + 1)
        return Math.round(range.getBoundingClientRect().left)
      }
      return [of(0) - of(5), Math.round(paragraph.getBoundingClientRect().right) - of(0) < 30]
    }
    const there = await writer().locator('p', { hasText: 'مرحبا.' }).evaluate(edges)
    assert.ok(Number(there[0]) > 0, 'the full stop stands left of the first letter')
    assert.equal(there[1], true)
    assert.deepEqual(await written.evaluate(edges), there)
    await press('Escape')
  })

  test('a picture is cropped around what matters, and stays whole in the library', async () => {
    const pixels = new Uint8Array(600 * 300 * 4).fill(255)
    for (let at = 0; at < pixels.length; at += 4) pixels[at] = (at / 4) % 600 < 300 ? 200 : 20
    const png = Buffer.from(await Transformer.fromRgbaPixels(pixels, 600, 300).png())
    const whole = (await call('POST', '/media?name=two.png&alt=Two', png)) as { src: string }
    await page.locator('[data-row="last"]').click()
    await page.getByRole('button', { name: 'Add Picture', exact: true }).click()
    await page.getByLabel('Its address').fill(whole.src)
    await page.getByRole('button', { name: 'Crop' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Square' }).click()
    const field = dialog.getByRole('button', { name: 'What matters most' })
    const box = await field.boundingBox()
    await field.click({ position: { x: box!.width - 2, y: box!.height / 2 } })
    await hasNoDefectInSchemes(page, '[role="dialog"]')
    await dialog.getByRole('button', { name: 'Crop picture' }).click()
    await dialog.waitFor({ state: 'detached' })
    const src = await page.getByLabel('Its address').inputValue()
    const { items } = (await call('GET', '/media')) as { items: PictureSize[] }
    const sizes = items.map(item => [item.src === src, item.width, item.height])
    assert.deepEqual(sizes, [
      [true, 300, 300],
      [false, 600, 300],
    ])
    const cropped = await page.request.get(`${browser.origin}${src}`)
    const [red] = await new Transformer(await cropped.body()).rawPixels()
    assert.equal(red, 20)
  })

  test('a slash in an empty paragraph puts a block in between', async () => {
    await openNew()
    await clickOn('First.')
    await press('End')
    await press('Enter')
    await page.keyboard.type('/')
    await page.getByRole('option', { name: 'Heading' }).waitFor()
    await hasNoDefectInSchemes(page, '.composer-canvas')
    await page.keyboard.type('divi')
    await page.getByRole('option', { name: 'Heading' }).waitFor({ state: 'detached' })
    await press('Enter')
    const kinds = (await blocks()).map(block => [block.type, block.html ?? ''])
    assert.deepEqual(kinds.slice(1, 4), [
      ['text', '<p>First.</p>'],
      ['divider', ''],
      ['text', '<p>Second.</p>'],
    ])
    await clickOn('Second.')
    await press('End')
    await press('Enter')
    await page.keyboard.type('/head')
    await page.getByRole('option', { name: 'Heading' }).click()
    await page.keyboard.type('In the shop')
    await email().getByText('In the shop').waitFor({ state: 'attached' })
    await press('Escape')
    await email().getByRole('heading', { name: 'In the shop' }).waitFor()
  })

  test('has caused no violation of its policy, and no error', () =>
    // An empty picture has no preview yet.
    assert.deepEqual(
      browser.trouble.filter(line => !line.includes('status of 400')),
      [],
    ))
})
