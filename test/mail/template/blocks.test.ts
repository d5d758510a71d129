/** Parts of a newsletter that are shown by filter. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileMessage, templateErrors } from '../../../src/mail/message/compile.ts'
import { renderMessage } from '../../../src/mail/message/compose.ts'
import { blockIds, withBlocks } from '../../../src/mail/template/blocks.ts'
import { TemplateError } from '../../../src/mail/template/merge.ts'
import { facts, newsletter, recipient } from '../message/message-readers.ts'

const NONE = { html: '', text: '' }

describe('blocks', () => {
  for (const [html, meant] of [
    ['<p data-filter="5">a</p>b', '{% if filter_5 %}<p>a</p>{% endif %}b'],
    [
      "<p class=x  DATA-Filter = '5 7' id=y>a</p>",
      '{% if filter_5 or filter_7 %}<p class=x id=y>a</p>{% endif %}',
    ],
    ['<p data-filter=5>a</p>', '{% if filter_5 %}<p>a</p>{% endif %}'],
    ['<img data-filter="5" src="x">a', '{% if filter_5 %}<img src="x">{% endif %}a'],
    ['<td data-filter="5" />a', '{% if filter_5 %}<td />{% endif %}a'],
    [
      '<div data-filter="1"><div>a</div><div data-filter="2">b<div>c</div></div></div>d',
      '{% if filter_1 %}<div><div>a</div>{% if filter_2 %}<div>b<div>c</div></div>{% endif ' +
        '%}</div>{% endif %}d',
    ],
    [
      '<p title="data-filter=3">{{ name | default: "<p data-filter=4>" }}</p>',
      '<p title="data-filter=3">{{ name | default: "<p data-filter=4>" }}</p>',
    ],
    ['<style data-filter="5">p{}</style>', '{% if filter_5 %}<style>p{}</style>{% endif %}'],
  ] as const)
    test(`stand as conditions: ${html}`, () => assert.equal(withBlocks(html), meant))

  for (const [html, says] of [
    ['<p data-filter="">a</p>', /line 1, column \d+: data-filter must contain ids of filters/],
    ['<p data-filter>a</p>', /must contain ids of filters/],
    ['<p>\n<b data-filter="VIP">a</b></p>', /line 2, column \d+: data-filter must contain/],
    ['<p data-filter="{{ DD1 }}">a</p>', /must contain ids/],
    ['<p data-filter="-1">a</p>', /must contain ids/],
    ['<div><div data-filter="1">a</div>', undefined],
    [
      '<div data-filter="1"><div>a</div>',
      /line 1, column 1: The div element with data-filter is not closed/,
    ],
    ['<!--[if mso]><p data-filter="5">a</p><![endif]-->', /can't be inside a comment/],
  ] as const)
    test(`refused or not: ${html}`, () => {
      if (says)
        assert.throws(
          () => withBlocks(html),
          error => error instanceof TemplateError && says.test(error.message),
        )
      else assert.doesNotThrow(() => withBlocks(html))
    })

  test('are known by their ids, in Liquid too', () => {
    assert.deepEqual(
      blockIds({
        ...NONE,
        html:
          '<p data-filter="5 7">a</p><p data-filter="5">{% if filter_9 %}x{% endif %}</p> ' +
          'filter_11',
      }),
      [5, 7, 9],
    )
    assert.deepEqual(
      blockIds({
        ...NONE,
        text: '{% unless filter_3 %}x{% endunless %}',
        subject: '{% if filter_4 %}y{% endif %}',
      }),
      [3, 4],
    )
    assert.deepEqual(blockIds({ ...NONE, html: '<p>filter_3</p>' }), [])
  })

  test('are seen by those who match, in HTML and text, with the same number of each link', () => {
    const html =
      '<html><body><p>Hello</p><div data-filter="1"><a href="https://a.test/">for ' +
      'one</a></div><p data-filter="2 1">for two {{ name }}</p><a ' +
      'href="https://b.test/">all</a></body></html>'
    const compiled = compileMessage(newsletter({ html, text: undefined }), facts({}))
    assert.deepEqual(
      compiled.links.map(({ target }) => target),
      ['https://a.test/', 'https://b.test/'],
    )
    const shown = (...blocks: number[]) =>
      renderMessage(compiled, { ...recipient({ name: 'A<b>' }), blocks })
    const seen = (...blocks: number[]) => {
      const { html = '', text } = shown(...blocks)
      assert.doesNotMatch(html, /data-filter|filter_/)
      for (const words of ['for one', 'for two'])
        assert.equal(html.includes(words), text.includes(words))
      return [html.includes('for one'), html.includes('for two A&lt;b&gt;'), html.includes('>all<')]
    }
    assert.deepEqual(seen(), [false, false, true])
    assert.deepEqual(seen(1), [true, true, true])
    assert.deepEqual(seen(2), [false, true, true])
    assert.deepEqual(seen(12), [false, false, true])
    const link = (html: string | undefined) => /<a href="([^"]*)">all/.exec(html!)![1]
    assert.equal(link(shown().html), link(shown(1).html))
  })

  test('that divide what they should hold are found when the newsletter is saved', () => {
    const errors = (html: string) => templateErrors({ html }, new Map()).length
    assert.equal(errors('<p data-filter="1">{% if name %}a{% endif %}</p>'), 0)
    assert.equal(errors('<p data-filter="1">{% if name %}a</p>'), 1)
    assert.equal(errors('<p data-filter="x">a</p>'), 1)
  })
})
