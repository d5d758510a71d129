/** Texts of blocks: what remains of their HTML, and which links may stand. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wrongAddress } from '../../../src/domain/html/link-address.ts'
import { cleanRichText } from '../../../src/domain/html/rich-text.ts'

test('what mail programs show stays, all else is taken out', () => {
  const cases: [string, string][] = [
    ['<p>Hi <b>you</b><br/>there</p>', '<p>Hi <strong>you</strong><br>there</p>'],
    ['<p onclick="x()" class="a">Hi</p>', '<p>Hi</p>'],
    ['<script>alert(1)</script><p>Hi</p><style>p{}</style>', '<p>Hi</p>'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<svg><a href="https://x.test/">x</a></svg>', '<a href="https://x.test/">x</a>'],
    ['<a href="java\tscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="{{ DD7 }}javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="{% if DD1 %}javascript:1{% endif %}">x</a>', '<a>x</a>'],
    [
      '<a href="https://x.test/?a=1&amp;b={{ DD1 }}">x</a>',
      '<a href="https://x.test/?a=1&amp;b={{ DD1 }}">x</a>',
    ],
    [
      "<a href='https://x.test/\"onmouseover=1'>x</a>",
      '<a href="https://x.test/&quot;onmouseover=1">x</a>',
    ],
    [
      '<span style="color: #ff0000; position: fixed">x</span>',
      '<span style="color: #ff0000">x</span>',
    ],
    ['<span style="background:url(javascript:1)">x</span>', '<span>x</span>'],
    ['<p style="text-align: center">x</p>', '<p style="text-align: center">x</p>'],
    ['<p>not <em>closed', '<p>not <em>closed</em></p>'],
    ['</div></p>x', 'x'],
    ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
    ['<p>{{ name | default: &quot;friend&quot; }}</p>', '<p>{{ name | default: "friend" }}</p>'],
    ['{% if DD1 &gt; 5 %}x{% endif %}', '{% if DD1 > 5 %}x{% endif %}'],
    // What would be printed unread, and markup within a tag, are no tags.
    [
      '{% raw %}{{ <script>alert(1)</script> }}{% endraw %}',
      '&#123;% raw %}&#123;{  }}{% endraw %}',
    ],
    ['{{ "<img src=x>" }}', '&#123;{ "" }}'],
    ['\ufdd20\ufdd3', '0'],
  ]
  for (const [given, made] of cases) assert.equal(cleanRichText(given), made, given)
  for (const [, made] of cases) assert.equal(cleanRichText(made), made, `again: ${made}`)
  const line = '<p>Big <em>news</em></p><ul><li>x</li></ul>'
  assert.equal(cleanRichText(line, false), 'Big <em>news</em>x')
})

test('deep and long texts are no work', () => {
  const deep = '<em>'.repeat(10_000)
  assert.ok(cleanRichText(deep).length < 1_000)
  for (const text of ['{{'.repeat(25_000), '<a href="'.repeat(5_000), '&'.repeat(50_000)])
    cleanRichText(text)
})

test('links that run something are wrong', () => {
  for (const good of [
    'https://x.test/',
    'HTTP://x.test',
    'mailto:a@x.test',
    'tel:+46',
    '{{ unsubscribe_url }}',
    '{{ DD7 }}/more',
    '',
    'example.com',
    '#top',
    'https://{{ DD1 }}.x.test/{% if a %}b{% endif %}',
  ])
    assert.equal(wrongAddress(good), undefined, good)
  for (const bad of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '{{ "java" }}script:x',
    '{% if a %}x{% endif %}',
    'java{{ x }}script:1',
  ])
    assert.ok(wrongAddress(bad), bad)
})
