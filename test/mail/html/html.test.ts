/**
 * HTML as newsletters have it: links found wherever they stand, what is added to it, and the text
 * made from it.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { scanHtml } from '../../../src/mail/html/scan.ts'
import { htmlToText } from '../../../src/mail/html/text.ts'
import { addressesInText } from '../../../src/mail/message/click-links.ts'
import { compileMessage, type Newsletter } from '../../../src/mail/message/compile.ts'
import { renderMessage } from '../../../src/mail/message/compose.ts'
import { facts, newsletter, recipient } from '../message/message-readers.ts'

const render = (message: Partial<Newsletter>, fields: string[] = []) => {
  const compiled = compileMessage(newsletter({ text: undefined, ...message }), facts())
  return {
    ...renderMessage(compiled, recipient({ fields })),
    targets: compiled.links.map(link => link.target),
  }
}

describe('cutting HTML', () => {
  test('any text is cut into stretches without gaps, in time in proportion to its length', () => {
    const bit = fc.constantFrom(
      '<',
      '>',
      '<a ',
      'href',
      '=',
      '"',
      "'",
      '<!--',
      '-->',
      '<!--[if mso]>',
      '<![endif]-->',
      '</',
      '/',
      '<style>',
      '</style>',
      ' ',
      'x',
      '<!',
      '<?',
      '<!-->',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 40 }), bits => {
        const html = bits.join('')
        let at = 0
        for (const token of scanHtml(html)) {
          assert.equal(token.start, at)
          at = token.type === 'open' && token.raw ? token.raw.end : token.end
        }
        assert.equal(at, html.length)
        htmlToText(html)
      }),
      { numRuns: 3000 },
    )
    for (const part of [
      '<a ',
      '<a href="',
      '<!--',
      '<style>',
      '<p x=\'"',
      '<',
      '</a',
      '<ul><li>',
      '<a href=x>',
      '<!',
      "<a b='>",
    ]) {
      const html = part.repeat(100_000)
      for (const _ of scanHtml(html));
      htmlToText(html)
    }
  })
})

describe('links in HTML', () => {
  for (const [html, targets] of [
    ['<a href="https://example.org/?a=1&amp;b=2">x</a>', ['https://example.org/?a=1&b=2']],
    ["<A class=x HREF='http://example.org' >x</A>", ['http://example.org/']],
    ['<a href=https://example.org/a>x</a>', ['https://example.org/a']],
    ['<a\n\thref = " https://example.org/a\n">x</a>', ['https://example.org/a']],
    ['<map><area href="https://example.org/a"></map>', ['https://example.org/a']],
    ['<!--[if mso]><v:rect href="https://example.org/a"><![endif]-->', ['https://example.org/a']],
    [
      '<!--[if !mso]><!--><a href="https://example.org/a">x</a><!--<![endif]-->',
      ['https://example.org/a'],
    ],
    ['<a href="https://é.example/å ä">x</a>', ['https://xn--9ca.example/%C3%A5%20%C3%A4']],
    [
      '<a href="mailto:a@example.org">x</a><a href="#top">y</a><a href="tel:1">z</a><a ' +
        'href="/x">r</a><a href="">e</a><a>n</a>',
      [],
    ],
    [
      '<!-- <a href="https://example.org/a"> --><style>a[href="https://x"]{}</style><link ' +
        'href="https://x"><img src="https://x">',
      [],
    ],
    ['<a href="{{ unsubscribe_url }}">x</a><a href="{{ web_version_url }}?x=1">x</a>', []],
    [
      '<a title="<a href=\'https://evil.example\'>" href="https://example.org/a">x</a>',
      ['https://example.org/a'],
    ],
    ['<a href="{{ DD1 | default: "https://example.org/" }}">x</a>', ['{{ DD1 }}']],
    ['<a href="https://">x</a>', []],
  ] as const)
    test(html, () => {
      const { html: made, targets: found } = render({ html })
      assert.deepEqual(found, targets)
      // The trap and the pixel stand beside them.
      assert.equal(made!.split('https://post.example.org/t/').length - 1, targets.length + 2)
    })

  test('a value as the whole address cannot be a script', () => {
    for (const [value, href] of [
      ['javascript:alert(1)', '#'],
      [' java\nscript:alert(1)', '#'],
      ['data:text/html,x', '#'],
      ['mailto:a@example.org', 'mailto:a@example.org'],
      ['"><script>', '&#34;&gt;&lt;script&gt;'],
      ['www.example.org/x y', 'www.example.org/x%20y'],
      ['', ''],
    ] as const)
      assert.equal(
        /<a href="([^"]*)">x/.exec(
          render({ html: '<a href="{{ DD1 }}">x</a>' }, [value]).html!,
        )![1],
        href,
      )
    assert.match(
      render({ html: '<a href="{{ DD1 }}">x</a>' }, ['https://example.org/']).html!,
      /<a href="https:\/\/post\.example\.org\/t\/7\.1~/,
    )
  })
})

describe('additions to HTML', () => {
  test('preheader, unsubscribe link and pixel stand in the body', () => {
    const { html } = render({
      html: '<html><body class="x"><p>Hi</p></body></html>',
      preheader: 'For <you>, {{ name }}',
    })
    assert.match(
      html!,
      /^<html><body class="x"><div style="display:none[^"]*">For &lt;you&gt;, Ada<\/div><p>Hi<\/p>\n<p [^>]*><a href="https:\/\/post\.example\.org\/u\/[^"]+">Unsubscribe<\/a><\/p>\n<a href="https:\/\/post\.example\.org\/t\/7\.0-\.[^"]+" aria-hidden="true" tabindex="-1"[^>]*display:none[^>]*><\/a><img src="https:\/\/post\.example\.org\/t\/[^"]+\.gif"[^>]*><\/body><\/html>\n$/,
    )
  })

  test('an unsubscribe link that can be seen is enough', () => {
    assert(
      !render({ html: '<a href="{{ unsubscribe_url }}">Leave</a>' }).html!.includes('Unsubscribe'),
    )
    assert(
      render({
        html: '<!--[if mso]><a href="{{ unsubscribe_url }}">Leave</a><![endif]-->',
      }).html!.includes('>Unsubscribe<'),
    )
    assert(
      render({
        html: '<!-- {{ unsubscribe_url }} -->',
        unsubscribeWords: 'Avsluta',
      }).html!.includes('>Avsluta<'),
    )
    assert(!render({ text: 'Leave: {{ unsubscribe_url }}' }).text.includes('Unsubscribe'))
    assert.match(
      render({ text: 'Hello' }).text,
      /^Hello\n\nUnsubscribe: https:\/\/post\.example\.org\/u\/\S+\n$/,
    )
  })
})

describe('text made from HTML', () => {
  for (const [html, text] of [
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['  a\n  b&nbsp;c &amp; d&eacute;<br>e<br><br>f', 'a b c & dé\ne\n\nf'],
    ['<ul><li>One<li>Two<ul><li>Deep</ul></ul><p>x', '- One\n- Two\n  - Deep\n\nx'],
    ['<ol start=3><li>c</li><li>d</li></ol>', '3. c\n4. d'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['<a href="https://example.org/">Home</a>.', 'Home <https://example.org/>.'],
    [
      '<a href="https://example.org/a?b=1&amp;c=2"><img alt="Picture"></a>',
      'Picture <https://example.org/a?b=1&c=2>',
    ],
    ['<a href="https://example.org/"><img src="x"></a>', 'https://example.org/'],
    [
      '<a href="https://example.org/">https://example.org/</a> <a ' +
        'href="mailto:x@example.org">x</a>',
      'https://example.org/ x',
    ],
    ['<head><title>t</title><style>x{}</style></head><body>a<script>b</script>c', 'ac'],
    ['<div style="display: none">hidden<div>in</div></div>seen', 'seen'],
    ['<p style="display:none">hidden<p>seen', 'seen'],
    ['<h1>T</h1><hr><div>a</div><div>b</div>', `T\n\n${'-'.repeat(40)}\n\na\nb`],
    ['<pre>a\n  b</pre>', 'a\n  b'],
    ['<!-- c -->a<!--[if mso]>b<![endif]--> &lt;b&gt; 5 < 6', 'a <b> 5 < 6'],
    ['a&#8203;b&shy;c 👩‍👩‍👧', 'abc 👩‍👩‍👧'],
    ['', ''],
  ] as const)
    test(html || 'nothing', () => assert.equal(htmlToText(html), text))

  test('keeps the tags and the links', () => {
    const { text, targets } = render(
      {
        html:
          '<p>Hi {{ name }}</p><a href="https://example.org/?n={{ name | default: "x" ' +
          '}}">you</a><p>&lt;{{ DD1 }}&gt;',
      },
      ['<b>&'],
    )
    assert.match(
      text,
      /^Hi Ada\n\nyou <https:\/\/post\.example\.org\/t\/7\.1~\.\S+>\n\n<<b>&>\n\nUnsubscribe: /,
    )
    assert.deepEqual(targets, ['https://example.org/?n={{ name }}'])
  })
})

describe('addresses in text', () => {
  for (const [text, addresses] of [
    [
      'see https://example.org/a, or (http://example.org/b_(c)).',
      ['https://example.org/a', 'http://example.org/b_(c)'],
    ],
    [
      '<https://example.org/x>; "https://example.org/y" https://example.org/z?',
      ['https://example.org/x', 'https://example.org/y', 'https://example.org/z'],
    ],
    ['xhttps://example.org ftp://example.org https:/x', []],
    ['HTTPS://EXAMPLE.ORG/\ufdd01\ufdd1/x.', ['HTTPS://EXAMPLE.ORG/\ufdd01\ufdd1/x']],
  ] as const)
    test(text, () =>
      assert.deepEqual(
        Array.from(addressesInText(text), found => found.address),
        addresses,
      ),
    )
})
