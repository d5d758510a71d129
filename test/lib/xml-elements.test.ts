/**
 * Elements of a streamed document: the same however it is cut, against our reader of whole
 * documents, and within bounds.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createXmlElements, XmlBroken } from '../../src/lib/xml/elements.ts'
import { readXml } from '../../src/lib/xml/reader.ts'

type Event = [kind: string, text: string, more?: unknown]

/** What is told of a document that comes in parts; rows are elements named `r`, which are kept. */
function told(parts: Iterable<string>): Event[] {
  const events: Event[] = []
  const add = (kind: string, text: string) => {
    const last = events.at(-1)
    if (kind === 'text' && last?.[0] === 'text') last[1] += text
    else events.push([kind, text])
  }
  const elements = createXmlElements({
    open(name, attributes) {
      events.push(['open', name, [elements.line(), { ...attributes }]])
      if (name === 'r') elements.startRecording()
    },
    text: text => add('text', text),
    close(name) {
      add('close', name)
      if (name === 'r') add('kept', elements.recorded())
    },
  })
  try {
    for (const part of parts) elements.push(part)
    elements.end()
  } catch (error) {
    assert.ok(error instanceof XmlBroken, String(error))
    events.push(['broken', error.message])
  }
  return events
}

const cut = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, part) =>
    text.slice(part * size, (part + 1) * size),
  )

const pieces = fc.constantFrom(
  '<r>',
  '</r>',
  '<r\r\na="1"/>',
  '<R\n>',
  '</R>',
  "<b c='&eacute;&lt;'>",
  '</b>',
  'text',
  '&amp;',
  '&Aring;',
  '&#65;',
  '😀',
  '<![CDATA[<x>]]>',
  '<!-- c -->',
  '<?pi x?>',
  '\r\n',
  '\n',
  '\r',
  ' ',
  '<x:r>',
  '</x:r>',
  ']',
  '&nope;',
  '<b/>',
  '<r/>',
  '<b>',
  '<r>x</r>',
  '<r> x\n>\n</r>',
  '<b></b>',
  '<x:r>]]></x:r>',
  '<b>\u0001</b>',
)

describe('elements of a stream', () => {
  test('are the same however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 25 }),
        fc.integer({ min: 1, max: 60 }),
        (parts, size) => {
          const document = `<?xml version="1.0"?>\r\n<a>${parts.join('')}</a>\n`
          assert.deepEqual(told(cut(document, size)), told([document]))
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('are those that our reader of whole documents finds', () => {
    const balanced = fc.letrec<{ node: string }>(tie => ({
      node: fc.oneof(
        fc.constantFrom('t', '&amp;', '&#x42;', '<![CDATA[]]]]>', '\r\n', '<!--x-->'),
        fc
          .tuple(fc.constantFrom('r', 'b', 'Long-Name'), fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, nodes]) => `<${name} k="&lt;">${nodes.join('')}</${name}>`),
      ),
    })).node
    fc.assert(
      fc.property(fc.array(balanced, { maxLength: 5 }), nodes => {
        const document = `<a>${nodes.join('')}</a>`
        const whole: string[] = []
        let text = ''
        const flush = () => {
          if (text !== '') whole.push(text)
          text = ''
        }
        readXml(document, {
          wantsText: true,
          open(_, local) {
            flush()
            whole.push(`<${local.toLowerCase()}>`)
          },
          text(part) {
            text += part
          },
          close() {
            flush()
            whole.push('</>')
          },
        })
        const streamed = told(cut(document, 5))
          .filter(([kind]) => kind !== 'kept')
          .map(([kind, what]) => (kind === 'open' ? `<${what}>` : kind === 'close' ? '</>' : what))
        assert.deepEqual(streamed, whole)
      }),
    )
  })

  test('are kept as they stood, with the line they began in', () => {
    const events = told(cut('<a>\r\n\r<r\r\n x="1">&amp;<b/>\n</r >z\n<x:R/></a>', 3))
    const kept = events.filter(([kind]) => kind === 'kept').map(([, text]) => text)
    assert.deepEqual(kept, ['<r\r\n x="1">&amp;<b/>\n</r >', '<x:R/>'])
    const lines = events
      .filter(([kind, name]) => kind === 'open' && name === 'r')
      .map(([, , more]) => (more as [number])[0])
    assert.deepEqual(lines, [3, 6])
    const [long] = told([`<r>${'x'.repeat(10_000)}</r>`]).filter(([kind]) => kind === 'kept')
    assert.equal(long![1].length, 4096)
  })

  test('documents that are not read end with a sentence', () => {
    const last = (document: string) => told([document]).at(-1)!.slice(0, 2).join(' ')
    assert.match(last('<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>'), /^broken line 1: a DTD/)
    assert.match(last('<a>\n&b;</a>'), /^broken line 2: undefined entity/)
    assert.match(last('<a>&constructor;&toString;</a>'), /^broken line 1: undefined entity/)
    assert.match(last('<a><b></a>'), /^broken line 1/)
    assert.match(last('<a>\n<b>'), /^broken line 2: unclosed tag: b/)
    assert.match(last('<a>\0</a>'), /^broken line 1: disallowed character/)
    assert.match(last(''), /^broken line 1: document must contain a root/)
    assert.match(last('<a>'.repeat(65)), /nested deeper than 64/)
    assert.equal(last(`${'<a>'.repeat(64)}${'</a>'.repeat(64)}`), 'close a')
  })

  test('a piece that never ends is given up before it fills the memory', () => {
    for (const begin of ['<a>', '<a><!--', '<a><![CDATA[', '<a><?pi ', '<a x="', '<a b', '<a>&']) {
      let pushed = 0
      function* parts() {
        yield begin
        for (; pushed < 400; pushed++) yield 'x'.repeat(65_536)
      }
      assert.match(told(parts()).at(-1)![1], /longer than 4 MB/, begin)
      assert.ok(pushed < 70, `${begin} ${pushed}`)
    }
  })
})
