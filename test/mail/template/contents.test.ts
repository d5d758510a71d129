/** Contents taken out of MJML: the HTML is that of the whole, whatever they consist of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withoutContents } from '../../../src/mail/template/contents.ts'
import { prepareHtml } from '../../../src/mail/template/prepare.ts'
import { inRenderProcess } from '../../../src/mail/template/renderer.ts'

const CONTENTS = [
  'Hello',
  '  <p>a $& b $1</p>\n  ',
  'x <!-- c --> y',
  'a & b &amp; c &#160; <br> <img src=x>',
  '',
  ' \n ',
  '<!--[if mso | IE]>x<![endif]-->',
  '<![CDATA[x]]>',
  'a ]]> b',
  '<p>unclosed',
  'a < b',
  '<P\n class=a>\n\nx</P>',
  '<style>p{color:red}</style>',
  '<mj-text>in</mj-text>',
]
const block = fc
  .tuple(fc.constantFrom('mj-text', 'mj-button', 'mj-table'), fc.constantFrom(...CONTENTS))
  .map(([name, content]) => `<${name} padding="1px">${content}</${name}>`)

const emailOf = (rows: string) =>
  `<mjml><mj-head><mj-attributes><mj-text color="#111111" /></mj-attributes></mj-head>
<mj-body><mj-section><mj-column>${rows}</mj-column></mj-section></mj-body></mjml>`

test('the HTML is that of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 4 }), async blocks => {
      const mjml = emailOf(blocks.join('\n'))
      const { text, restore } = withoutContents(mjml)
      assert.equal(text.split('\n').length, mjml.split('\n').length)
      const whole = await inRenderProcess(1, { mjml }, 'mjml')
      const parts = await inRenderProcess(1, { mjml: text }, 'mjml')
      if (!('html' in whole)) return assert.deepEqual(parts, whole)
      assert.ok('html' in parts)
      assert.equal(restore(parts.html), whole.html)
    }),
    { numRuns: 60 },
  )
})

test('the MJML of all other parts does not depend on the contents', () => {
  const typed = (words: string) =>
    withoutContents(emailOf(`<mj-text>${words}</mj-text><mj-button>${words}</mj-button>`)).text
  assert.equal(typed('Dear'), typed('Dear <b>Ada</b>'))
  assert.notEqual(typed('Dear'), emailOf('<mj-text>Dear</mj-text><mj-button>Dear</mj-button>'))
})

test('a mistake after contents of several lines is at its line', async () => {
  const mjml = emailOf('<mj-text>a\n\nb</mj-text>\n<mj-text colour="red">c</mj-text>')
  const line = mjml.slice(0, mjml.indexOf('colour')).split('\n').length
  await assert.rejects(prepareHtml({ kind: 'mjml', source: mjml }, new Map(), 1), { line })
})

test('a forged mark is no content', async () => {
  const source = emailOf('<mj-text>one \ufdd21\ufdd3</mj-text><mj-text>secret</mj-text>')
  const html = await prepareHtml({ kind: 'mjml', source }, new Map(), 1)
  assert.equal(html.split('secret').length, 2)
})
