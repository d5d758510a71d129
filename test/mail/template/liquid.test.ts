/**
 * Emails that use conditions, loops and filters: what people get is what LiquidJS says, with
 * links, escaping and encoding as in plain emails.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readHit, TRAP } from '../../../src/mail/links/links.ts'
import { compileMessage, templateErrors } from '../../../src/mail/message/compile.ts'
import { composeMessage, renderMessage } from '../../../src/mail/message/compose.ts'
import {
  facts,
  keyOf,
  newsletter,
  readByPostalMime,
  recipient,
} from '../message/message-readers.ts'

type Parts = Parameters<typeof newsletter>[0]

const shown = (parts: Parts, person = recipient(), more = {}) =>
  renderMessage(
    compileMessage(newsletter(parts), facts({ tracked: false, list: undefined, ...more })),
    person,
  )
const html = (source: string, person = recipient()) => shown({ html: source }, person).html
const wrong = (html: string) => templateErrors({ html }, facts().fields).map(error => error.message)

describe('Liquid in emails', () => {
  test('conditions, loops and filters, in every part', () => {
    const parts = {
      subject: '{% if City %}News from {{ City | upcase }}{% else %}News{% endif %}',
      preheader: '{% if City == "Lund" %}Tom & Co{% endif %}',
      html:
        '<ul>{% assign all = DD3 | split: "," %}{% for one in all %}<li>{{ forloop.index }} ' +
        '{{ one }}</li>{% endfor %}</ul>',
      text: '{% unless City %}where?{% else %}{{ City | append: "!" }}{% endunless %}',
    }
    const there = shown(parts, recipient({ fields: ['', 'Lund', 'a,<b>,c'] }))
    assert.equal(there.subject, 'News from LUND')
    assert.equal(there.text, 'Lund!\n')
    assert.match(
      there.html!,
      />Tom &amp; Co<\/div><ul><li>1 a<\/li><li>2 &lt;b&gt;<\/li><li>3 c<\/li><\/ul>\n$/,
    )
    const nowhere = shown(parts, recipient())
    assert.deepEqual([nowhere.subject, nowhere.text], ['News', 'where?\n'])
    assert.match(nowhere.html!, /^<div style="[^"]+"><\/div><ul><\/ul>\n$/)
  })

  test('values of an event: properties, loops, escaped, and nothing of their own', () => {
    const event = JSON.parse(
      `{"total": 49.5, "url": "javascript:alert(1)", "name": "<b>\\u0000{{ name }}</b>", "no": null,
        "items": [{"name": "A & B", "price": 1}, {"name": "'C'", "__proto__": {"price": 9}}],
        "deep": {"toString": "x", "list": [[1, 2], {"a": 1}]}}`,
    )
    const source =
      '{{ event.total | times: 2 }} {{ event.name }}{% for item in event.items %}, ' +
      '{{ item.name }} {{ item.price }}{% endfor %} [{{ event.deep }}{{ event.no }}{{ event.none.of }}' +
      '{{ event.constructor }}{{ event.items.size }}{{ event.deep.list }}]'
    assert.equal(
      shown({ html: source, subject: '{{ event.name }}' }, recipient({ event })).html,
      '99 &lt;b&gt;{{ name }}&lt;/b&gt;, A &amp; B 1, &#39;C&#39;  [212]\n',
    )
    const link = '<a href="{{ event.url }}">x</a>'
    const tracked = shown({ html: link }, recipient({ event }), { tracked: true }).html
    assert.match(tracked!, /^<a href="#">x<\/a>/)
    assert.equal(html('{% if event.total > 3 %}a{% else %}b{% endif %}'), 'b\n')
    const bare = ['line 1, column 4: Name a value of the event: {{ event.total }}.']
    assert.deepEqual(
      wrong('{{ event }}').map(text => text.replace('html, ', '')),
      bare,
    )
    assert.equal(wrong('{% if event %}a{% endif %}').length, 1)
  })

  test('empty and missing values are false, blank and empty', () => {
    for (const given of [[], ['', ''], [null, null]])
      assert.equal(
        html(
          '{% if City %}a{% endif %}{% if City == blank %}b{% endif %}{% if City == "" ' +
            '%}c{% endif %}{% if City == empty %}d{% endif %}',
          recipient({ fields: given }),
        ),
        'bcd\n',
      )
  })

  test('dates are those of +01:00', () => {
    const before = process.env.TZ
    try {
      for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
        process.env.TZ = zone
        const at = (value: string) =>
          html('{{ DD1 | date: "%Y-%m-%d %H:%M %z" }}', recipient({ fields: [value] }))
        assert.equal(at('2026-07-01'), '2026-07-01 00:00 +0100\n', zone)
        assert.equal(at('2026-07-01 23:30'), '2026-07-01 23:30 +0100\n', zone)
        assert.equal(at('2026-07-01T23:30:00Z'), '2026-07-02 00:30 +0100\n', zone)
        assert.equal(at('soon'), 'soon\n', zone)
      }
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })

  test('values are escaped in HTML once, and not in text', () => {
    const person = recipient({ name: '<b>"Tom" & \'Co\'</b>\nx' })
    const escaped = '&lt;b&gt;&#34;Tom&#34; &amp; &#39;Co&#39;&lt;/b&gt;'
    const both = (source: string) => {
      const { html, text } = shown({ html: source, text: source }, person)
      return [html!.trimEnd(), text.trimEnd()]
    }
    assert.deepEqual(both('{{ name | strip }}'), [`${escaped}\nx`, person.name])
    assert.deepEqual(both('{{ name | escape }}'), [`${escaped}\nx`, person.name])
    assert.deepEqual(both('{{ name | newline_to_br }}'), [`${escaped}<br />\nx`, person.name])
    assert.doesNotMatch(both('{{ name | newline_to_br | strip }}')[0]!, /</)
    assert.deepEqual(both('{% echo name %}'), [`${escaped}\nx`, person.name])
    assert.deepEqual(both('{% cycle name, "b" %}'), [`${escaped}\nx`, person.name])
    assert.deepEqual(both('{% capture x %}<i>{{ name }}</i>{% endcapture %}{{ x }}'), [
      `<i>${escaped}\nx</i>`,
      `<i>${person.name}</i>`,
    ])
    assert.deepEqual(
      both('{% capture x %}<i>{% endcapture %}{{ x | upcase }}{{ x | size }}')[0],
      '&lt;I&gt;3',
    )
  })

  test('raw, comments, and whitespace control', () => {
    assert.equal(
      html(
        'a {% raw %}{{ name }} {% if %}{% endraw %}{% comment %}<p>{{ x }}{% endcomment %} ' +
          'b{% if name %}{% endif %}',
      ),
      'a {{ name }} {% if %} b\n',
    )
    assert.equal(html('a  {%- if name -%}  b  {%- endif -%}  c'), 'abc\n')
    assert.equal(html('{% capture x %}{% raw %}{{{% endraw %}{% endcapture %}{{ x }}'), '{{\n')
  })

  test('the text is made from the HTML, with its conditions', async () => {
    const source = `<html><head><title>{{ name }}</title>{% assign who = name | upcase \
%}</head><body><p>Hello {{ who }}</p>
<!-- {% if City %} --><p>You live in <b>{{ City }}</b></p><!-- {% endif %} -->
<ul>{% for n in (1..2) %}<li>{{ n }} & {{ name }}</li>{% endfor %}</ul><p>Bye</p></body></html>`
    const text = (city: string) =>
      shown({ html: source, text: undefined }, recipient({ name: 'Ada & Co', fields: ['', city] }))
        .text
    assert.equal(
      text('Lund'),
      'Hello ADA & CO\n\nYou live in Lund\n\n- 1 & Ada & Co\n- 2 & Ada & Co\n\nBye\n',
    )
    assert.equal(text(''), 'Hello ADA & CO\n\n- 1 & Ada & Co\n- 2 & Ada & Co\n\nBye\n')
  })
})

describe('links in Liquid', () => {
  const links = async (source: string, person = recipient()) => {
    const compiled = compileMessage(newsletter({ html: source }), facts())
    const { html } = renderMessage(compiled, person)
    const hits = [...html!.matchAll(/href="https:\/\/post\.example\.org\/t\/([^"]+)"/g)].map(
      ([, path]) => readHit(path!, keyOf),
    )
    const found = (await Promise.all(hits))
      .filter(hit => hit && 'target' in hit && hit.link !== TRAP)
      .map(hit => hit && 'target' in hit && `${hit.link} ${hit.target}`)
    return { html: html!, found, links: compiled.links }
  }

  test('lead to their targets, signed, each with the same number for every recipient', async () => {
    const source = `{% if City %}<a href="https://example.org/city?a=1&amp;b=2">city</a>{% endif %}
{% assign all = DD3 | split: " " %}{% for one in all %}<a href="https://example.org/{{ one | \
url_encode }}?x=1&amp;y={{ name }}">{{ one }}</a>{% endfor %}
<a href="{% if City %}https://example.org/in{% else %}https://example.org/out{% endif %}">in or \
out</a><a href="https://example.org/last">last</a>`
    const all = await links(source, recipient({ name: 'A&B "c"', fields: ['', 'Lund', 'å b'] }))
    assert.deepEqual(all.found, [
      '1 https://example.org/city?a=1&b=2',
      '2 https://example.org/%C3%A5?x=1&y=A&B%20%22c%22',
      '2 https://example.org/b?x=1&y=A&B%20%22c%22',
      '3 https://example.org/in',
      '4 https://example.org/last',
    ])
    const few = await links(source)
    assert.deepEqual(few.found, ['3 https://example.org/out', '4 https://example.org/last'])
    assert.equal(few.links.length, 4)
    assert.equal(
      few.links[1]!.target,
      'https://example.org/{{ one | url_encode }}?x=1&y={{ name }}',
    )
  })

  test('hold no script of a subscriber', async () => {
    const source = '{% if DD1 %}<a href="{{ DD1 }}">x</a>{% endif %}'
    for (const value of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x'])
      assert.match((await links(source, recipient({ fields: [value] }))).html, /<a href="#">/)
    assert.match(
      (await links(source, recipient({ fields: ['tel:+46"x'] }))).html,
      /<a href="tel:\+46&#34;x">/,
    )
  })

  test('a subscriber cannot forge the placeholders of the parts of an email', () => {
    const forged = '\ufdd0p0\ufdd1 \ufdd00\ufdd1'
    const source = '<p>first</p>{{ name | url_decode }}{% if name %}<p>last</p>{% endif %}'
    assert.equal(
      html(source, recipient({ name: encodeURIComponent(forged) })),
      '<p>first</p>p0 0<p>last</p>\n',
    )
  })

  test('in captured text, and in conditions that end elsewhere', async () => {
    const captured = await links(
      '{% capture b %}<a href="https://example.org/b">b</a>{% endcapture %}{{ b }}{{ b }}',
    )
    assert.deepEqual(captured.found, ['1 https://example.org/b', '1 https://example.org/b'])
    const torn = await links(
      '<a href="https://example.org/{% if name %}a">a</a>{% else %}b">b</a>{% endif %}',
    )
    assert.match(torn.html, /<a href="https:\/\/example\.org\/a">a<\/a>/)
  })

  test('the way to unsubscribe is shown to each, once', () => {
    const source =
      '<body>{% if City %}<a href="{{ unsubscribe_url }}">Avsluta</a>{% endif %}</body>'
    const count = (person: ReturnType<typeof recipient>) => {
      const compiled = compileMessage(
        newsletter({ html: source, text: '{% if City %}{{ unsubscribe_url }}{% endif %}' }),
        facts(),
      )
      const { html, text } = renderMessage(compiled, person)
      return [html!.split('/u/').length - 1, text.split('/u/').length - 1]
    }
    assert.deepEqual(count(recipient({ fields: ['', 'Lund'] })), [1, 1])
    assert.deepEqual(count(recipient()), [1, 1])
  })

  test('the email is read back as it was meant, in its character set', async () => {
    const source =
      `<html><body>{% for n in (1..3) %}<p>${'Å ångström '.repeat(20)}{{ n }} {{ name }} <a ` +
      'href="https://example.org/{{ n }}">x</a></p>{% endfor %}</body></html>'
    const compiled = compileMessage(newsletter({ html: source, text: undefined }), facts())
    for (const [name, charset] of [
      ['Åsa', 'iso-8859-1'],
      ['Žofie', 'utf-8'],
    ]) {
      const person = recipient({ name })
      const message = composeMessage(compiled, person)
      const meant = renderMessage(compiled, person)
      const read = await readByPostalMime(message.bytes)
      assert.equal(message.charset, charset)
      assert.deepEqual([read.html, read.text], [meant.html!.trimEnd(), meant.text.trimEnd()])
      for (const line of message.bytes.toString('latin1').split('\r\n')) assert(line.length <= 200)
    }
  })
})

describe('Liquid is refused when it is saved', () => {
  for (const [source, message] of [
    ['a\n{% if name %}', /^html, line 2, column 1: .*not closed/],
    ['{% iff name %}', /^html, line 1, column 1: There is no tag "iff" here\.$/],
    [
      '{% assign x = 1 %}\n {{ name | shout }}',
      /^html, line 2, column \d+: There is no filter "shout"\.$/,
    ],
    ['{{ name | raw }}', /There is no filter "raw"\.$/],
    [
      '{% if nmae %}x{% endif %}',
      /^html, line 1, column 7: There is no "nmae"\. There are: name, first_name, last_name, email, City/,
    ],
    ['{% if city %}x{% endif %}', /Did you mean City\?/],
    ['{% if name.first %}x{% endif %}', /name is a single value without properties\.$/],
    ['{% if name.constructor %}x{% endif %}', /without properties/],
    ['{% include "x" %}', /There is no tag "include" here\.$/],
    ['{% render "/etc/passwd" %}', /There is no tag "render" here\.$/],
    ['{% layout "x" %}', /There is no tag "layout" here\.$/],
    ['{% block x %}{% endblock %}', /There is no tag "block" here\.$/],
    ['{% if name %}{% for %}{% endif %}', /^html, line 1, column/],
  ] as const)
    test(source, () => {
      const [error, ...more] = wrong(source)
      assert.match(error ?? '', message)
      assert.deepEqual(more, [])
    })

  test('bombs, in bounded time and memory', () => {
    const before = process.memoryUsage().heapUsed
    for (const bomb of [
      '{% for i in (1..1000000000) %}x{% endfor %}',
      '{% for i in (1..1000) %}{% for j in (1..1000) %}{% for k in (1..1000) %}{{ k }}{% ' +
        'endfor %}{% endfor %}{% endfor %}',
      '{% assign x = "aaaaaaaaaa" %}{% for i in (1..100) %}{% assign x = x | append: x %}{% ' +
        'endfor %}',
      '{% capture x %}aaaaaaaaaa{% endcapture %}{% for i in (1..100) %}{% capture x %}{{ x ' +
        '}}{{ x }}{% endcapture %}{% endfor %}{{ x }}',
      `{% for i in (1..100000) %}${'x'.repeat(10_000)}{% endfor %}`,
      '{{ "x" | date: "%999999999Y" }}{{ "2026-01-01" | date: "%999999999Y" }}',
      `${'{% if name %}'.repeat(20_000)}${'{% endif %}'.repeat(20_000)}`,
    ]) {
      const start = performance.now()
      const [error] = wrong(bomb)
      assert.match(error ?? '', /exceeds the limits|grows beyond|nested/, bomb.slice(0, 60))
      assert(performance.now() - start < 60_000)
    }
    assert(process.memoryUsage().heapUsed - before < 500_000_000)
  })

  test('one that goes off for one person only fails that email', () => {
    const compiled = compileMessage(
      newsletter({ html: '{% assign n = DD1 | times: 1 %}{% for i in (1..n) %}x{% endfor %}' }),
      facts(),
    )
    assert.throws(
      () => composeMessage(compiled, recipient({ fields: ['1000000000'] })),
      /exceeds the limits for an email/,
    )
    assert.match(
      composeMessage(compiled, recipient({ fields: ['3'] })).bytes.toString(),
      /x=\r\nx=\r\nx=\r\n/,
    )
  })
})
