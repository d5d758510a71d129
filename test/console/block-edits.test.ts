/** The blocks of an email as they are edited: pure changes, with undo and redo. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { EmailBlock, EmailDocument } from '../../src/console/api/email-blocks.ts'
import type { BlockBox } from '../../src/console/parts/block-box.ts'
import { dropInEmail, moveBlockInto } from '../../src/console/shared/drafts/block-drops.ts'
import {
  allBlocks,
  copyOfBlock,
  duplicateBlock,
  findBlock,
  insertBlock,
  moveBlock,
  moveBlockTo,
  moveIntoColumns,
  newBlock,
  placeAfter,
  removeBlock,
  replaceBlock,
  withColumnCount,
  wordsOfBlock,
} from '../../src/console/shared/drafts/block-edits.ts'
import { beginHistory, changed, redone, undone } from '../../src/console/shared/drafts/history.ts'
import { cropRectangle } from '../../src/console/shared/media/crop.ts'

const text = (id: string): EmailBlock => ({ id, type: 'text', html: `<p>${id}</p>` })
const columns = (id: string, ...inside: string[][]): EmailBlock => ({
  id,
  type: 'columns',
  columns: inside.map(ids => ({ blocks: ids.map(text) as never })),
})

/** `a [b c|d] e` */
const drawn = ({ blocks }: EmailDocument): string =>
  blocks
    .map(block =>
      block.type === 'columns'
        ? `[${block.columns.map(one => one.blocks.map(({ id }) => id).join(' ')).join('|')}]`
        : block.id,
    )
    .join(' ')

const document: EmailDocument = {
  blocks: [text('a'), columns('x', ['b', 'c'], ['d']), text('e')],
}

describe('blocks of an email', () => {
  test('move in their row, from column to column, out of columns and into them', () => {
    const moves: [EmailDocument, string][] = [
      [moveBlock(document, 'a', 1), '[b c|d] a e'],
      [moveBlock(document, 'a', -1), 'a [b c|d] e'],
      [moveBlock(document, 'c', -1), 'a [c b|d] e'],
      [moveBlock(document, 'c', 1), 'a [b|c d] e'],
      [moveBlock(document, 'd', -1), 'a [b c d|] e'],
      [moveBlock(document, 'd', 1), 'a [b c|] d e'],
      [moveBlock(document, 'b', -1), 'a b [c|d] e'],
      [moveBlock(document, 'x', 1), 'a e [b c|d]'],
      [moveIntoColumns(document, 'a', 1), '[a b c|d] e'],
      [moveIntoColumns(document, 'e', -1), 'a [b c|d e]'],
      [moveIntoColumns(document, 'a', -1), 'a [b c|d] e'],
      [moveBlockTo(document, 'e', 0), 'e a [b c|d]'],
      [removeBlock(document, 'c'), 'a [b|d] e'],
      [removeBlock(document, 'x'), 'a e'],
      [insertBlock(document, text('n'), placeAfter(document, 'b')), 'a [b n c|d] e'],
      [insertBlock(document, text('n'), placeAfter(document, undefined)), 'a [b c|d] e n'],
      [insertBlock(document, columns('y', []), placeAfter(document, 'b')), 'a [b c|d] [] e'],
    ]
    for (const [made, wanted] of moves) assert.equal(drawn(made), wanted)
    assert.equal(drawn(document), 'a [b c|d] e')
  })

  test('no block is lost or doubled by any row of moves', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'x']
    const move = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(-1, 1) as fc.Arbitrary<-1 | 1>)
    fc.assert(
      fc.property(fc.array(fc.tuple(move, fc.boolean())), moves => {
        let made = document
        for (const [[id, step], into] of moves)
          made = into ? moveIntoColumns(made, id, step) : moveBlock(made, id, step)
        assert.deepEqual(
          allBlocks(made)
            .map(({ id }) => id)
            .sort(),
          ids,
        )
      }),
    )
  })

  test('copies have ids of their own, and fewer columns keep all blocks', () => {
    const copied = duplicateBlock(document, 'x', copyOfBlock(document.blocks[1]!))
    const ids = allBlocks(copied).map(({ id }) => id)
    assert.equal(new Set(ids).size, 10)
    const block = findBlock(document, 'x')
    assert.ok(block?.type === 'columns')
    const one = replaceBlock(document, withColumnCount(block, 1))
    assert.equal(drawn(one), 'a [b c d] e')
    assert.equal(drawn(replaceBlock(document, withColumnCount(block, 9))), 'a [b c|d||] e')
  })

  test('say what they are about without their markup', () => {
    assert.equal(
      wordsOfBlock({
        id: 'a',
        type: 'text',
        html: '<p>Hello <b>{{ name | default: "du" }}</b>, you</p><p>A &amp; B</p>',
      }),
      'Hello {{ name | default: "du" }}, you A & B',
    )
    const heading = { id: 'a', type: 'heading', level: 1, html: 'Hello {{ name }}' } as const
    assert.equal(
      wordsOfBlock(heading, () => '‹Name›'),
      'Hello ‹Name›',
    )
    assert.equal(
      newBlock('columns', { text: '', button: '', product: '', title: '' }).type,
      'columns',
    )
  })
})

describe('a dragged block', () => {
  const boxes: BlockBox[] = [
    { block: 'a', top: 0, left: 0, width: 600, height: 40 },
    { block: 'x', top: 40, left: 0, width: 600, height: 100 },
    { block: 'b', top: 48, left: 0, width: 300, height: 40 },
    { block: 'c', top: 88, left: 0, width: 300, height: 40 },
    { block: 'd', top: 48, left: 300, width: 300, height: 40 },
    { block: 'e', top: 140, left: 0, width: 600, height: 40 },
  ]
  const at = (x: number, y: number, isColumns = false) =>
    dropInEmail(document, boxes, { x, y }, isColumns)?.place

  test('goes where the pointer is: between blocks, into a column, beside columns', () => {
    assert.deepEqual(at(10, 5), { index: 0 })
    assert.deepEqual(at(10, 30), { index: 1 })
    assert.deepEqual(at(10, 60), { index: 0, in: { columns: 'x', column: 0 } })
    assert.deepEqual(at(10, 100), { index: 1, in: { columns: 'x', column: 0 } })
    assert.deepEqual(at(310, 120), { index: 1, in: { columns: 'x', column: 1 } })
    assert.deepEqual(at(310, 138), { index: 2 })
    assert.deepEqual(at(310, 120, true), { index: 2 })
    assert.deepEqual(at(10, 500), { index: 3 })
    assert.equal(dropInEmail({ blocks: [] }, [], { x: 0, y: 0 }, false), undefined)
  })

  test('moves to any place, and never into itself', () => {
    const inX = (column: number, index: number) => ({ index, in: { columns: 'x', column } })
    for (const [moved, wanted] of [
      [moveBlockInto(document, 'a', { index: 3 }), '[b c|d] e a'],
      [moveBlockInto(document, 'a', { index: 1 }), 'a [b c|d] e'],
      [moveBlockInto(document, 'e', inX(1, 1_000)), 'a [b c|d e]'],
      [moveBlockInto(document, 'b', inX(0, 2)), 'a [c b|d] e'],
      [moveBlockInto(document, 'd', { index: 0 }), 'd a [b c|] e'],
      [moveBlockInto(document, 'x', inX(0, 0)), 'a [b c|d] e'],
    ] as const)
      assert.equal(drawn(moved), wanted)
  })
})

describe('a cropped picture', () => {
  const picture = { width: 1_000, height: 500 }

  test('keeps its focus in the middle, as far as the edges allow', () => {
    const focus = { x: 0.5, y: 0.5 }
    const square = { ratio: 1, share: 1, focus }
    assert.deepEqual(cropRectangle(picture, square), { left: 250, top: 0, width: 500, height: 500 })
    const corner = { ratio: 1, share: 0.5, focus: { x: 1, y: 0 } }
    assert.deepEqual(cropRectangle(picture, corner), { left: 750, top: 0, width: 250, height: 250 })
    const own = { ratio: undefined, share: 0.5, focus: { x: 0.5, y: 0.9 } }
    assert.deepEqual(cropRectangle(picture, own), { left: 250, top: 250, width: 500, height: 250 })
    const thin = cropRectangle({ width: 3, height: 4_000 }, { ratio: 3, share: 0.2, focus })
    assert.deepEqual([thin.width, thin.height], [1, 1])
  })
})

describe('undo and redo', () => {
  test('typing in one part is one undo step, and a new change clears the redo stack', () => {
    let history = beginHistory(0)
    history = changed(history, 1, 100, 'subject')
    history = changed(history, 2, 600, 'subject')
    history = changed(history, 3, 5_000, 'subject')
    history = changed(history, 4, 5_100, 'text')
    assert.deepEqual(history.past, [0, 2, 3])
    history = undone(undone(history))
    assert.deepEqual([history.now, history.future], [2, [3, 4]])
    history = redone(history)
    assert.equal(history.now, 3)
    // Not one step with what was typed before.
    history = changed(history, 5, 5_200, 'subject')
    assert.deepEqual([history.now, history.past, history.future], [5, [0, 2, 3], []])
    assert.equal(undone(undone(undone(undone(history)))).now, 0)
  })
})
