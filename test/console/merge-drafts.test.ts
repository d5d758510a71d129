/** Two people change the same newsletter. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EmailBlock } from '../../src/console/api/email-blocks.ts'
import type { EmailDraft, EmailHead } from '../../src/console/shared/drafts/email-draft.ts'
import { mergeDrafts, withTheirs } from '../../src/console/shared/drafts/merge-drafts.ts'

const HEAD: EmailHead = {
  name: 'n',
  subject: 's',
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
  text: '',
  inlined: true,
  listId: 1,
}
const text = (id: string, html = id): EmailBlock => ({ id, type: 'text', html })
const draft = (blocks: EmailBlock[], head: Partial<EmailHead> = {}): EmailDraft => ({
  ...HEAD,
  ...head,
  source: { kind: 'blocks', document: { blocks } },
})
const of = ({ source }: EmailDraft) =>
  source.kind === 'blocks'
    ? source.document.blocks.map(block => (block.type === 'text' ? block.html : '')).join(' ')
    : source.kind

const base = draft([text('a'), text('b'), text('c')])

describe('changes of two people', () => {
  test('of different parts are both in', () => {
    const mine = draft([text('a', 'mine'), text('b'), text('new'), text('c')], { subject: 'mine' })
    const theirs = draft([text('a'), text('b', 'theirs'), text('c')], { preheader: 'theirs' })
    const { draft: merged, disputed } = mergeDrafts(base, mine, theirs)
    assert.equal(of(merged), 'mine theirs new c')
    assert.deepEqual([merged.subject, merged.preheader], ['mine', 'theirs'])
    assert.deepEqual(disputed, [])
  })

  test('of the same part: mine stands, theirs is named and can be taken', () => {
    const mine = draft([text('a', 'mine'), text('b'), text('c')], { subject: 'mine' })
    const theirs = draft([text('a', 'theirs'), text('b'), text('c')], { subject: 'theirs' })
    const { draft: merged, disputed } = mergeDrafts(base, mine, theirs)
    assert.equal(of(merged), 'mine b c')
    assert.deepEqual(disputed, [
      { part: 'head', name: 'subject', theirs: 'theirs' },
      { part: 'block', id: 'a', theirs: text('a', 'theirs') },
    ])
    const taken = disputed.reduce(withTheirs, merged)
    assert.deepEqual([of(taken), taken.subject], ['theirs b c', 'theirs'])
  })

  test('what one removed goes, unless the other changed it; orders and additions hold', () => {
    const cases: [EmailBlock[], EmailBlock[], string][] = [
      [[text('b'), text('c')], [text('a'), text('b')], 'b'],
      [[text('b'), text('c')], [text('a', 'changed'), text('b'), text('c')], 'changed b c'],
      [[text('a', 'mine'), text('b'), text('c')], [text('b'), text('c')], 'mine b c'],
      [[text('a', 'mine'), text('b'), text('c')], [text('c'), text('b'), text('a')], 'c b mine'],
      [[text('c'), text('a'), text('b')], [text('a'), text('x'), text('b'), text('c')], 'c a x b'],
      [
        [text('y'), text('a'), text('b'), text('c')],
        [text('a'), text('b'), text('c'), text('z')],
        'y a b c z',
      ],
    ]
    for (const [mine, theirs, wanted] of cases)
      assert.equal(of(mergeDrafts(base, draft(mine), draft(theirs)).draft), wanted)
  })

  test('sources are not mixed: mine stands, theirs can be taken', () => {
    const source = (html: string): EmailDraft => ({ ...HEAD, source: { kind: 'html', html } })
    const { draft: merged, disputed } = mergeDrafts(source('0'), source('1'), source('2'))
    assert.deepEqual(merged, source('1'))
    assert.deepEqual(withTheirs(merged, disputed[0]!), source('2'))
    assert.deepEqual(mergeDrafts(source('0'), source('0'), source('2')).draft, source('2'))
  })
})
