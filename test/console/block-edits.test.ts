/** The blocks of an email as they are edited: pure changes, with undo and redo. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { EmailBlock, EmailDocument } from '../../src/console/api/email-blocks.ts'
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
        html: '<p>Hello <b>{{ name }}</b></p><p>A &amp; B</p>',
      }),
      'Hello {{ name }} A & B',
    )
    assert.equal(
      newBlock('columns', { text: '', button: '', product: '', title: '' }).type,
      'columns',
    )
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
