/** Large import files: memory stays flat, for any content. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createWriteStream, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { ReadOptions } from '../../../src/domain/files/read-file.ts'
import { columnName, sheetParts, zipped } from '../../support/spreadsheet.ts'
import { CSV, path } from './read-setup.ts'

/** Writes a large file in parts. */
async function written(parts: Iterable<string>): Promise<void> {
  const stream = createWriteStream(path)
  for (const part of parts) if (!stream.write(part)) await once(stream, 'drain')
  stream.end()
  await finished(stream)
}

/**
 * Reads a file from disk in a thread with 64 MB of live heap. One that keeps more of a file is
 * ended by an error.
 */
async function counted(
  options: Partial<ReadOptions> = {},
  keeps = false,
): Promise<{ rows: number; rejected: object; error?: string }> {
  const worker = new Worker(new URL('read-counted.ts', import.meta.url), {
    workerData: { path, options: { ...CSV, ...options }, keeps },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 32 },
  })
  const [found] = await once(worker, 'message')
  return found
}

describe('a large file', () => {
  test('a quote that is never closed, before 100 MB: one reject', async () => {
    function* parts() {
      yield 'a@b.test;"open\n'
      for (let part = 0; part < 2000; part++)
        yield `person${part}@example.test;Name;HTML;some value;another\n`.repeat(1000)
    }
    await written(parts())
    const { rows, rejected } = await counted()
    assert.equal(rows, 2_000_000)
    assert.deepEqual(rejected, { 'unterminated-quote': 1 })
  })

  test('the limit is one: a thread that keeps the rows does not get through', async () => {
    await written(
      Array.from({ length: 300 }, (_, part) =>
        `person${part}@example.test;Name;HTML;some value;another\n`.repeat(10_000),
      ),
    )
    await assert.rejects(counted({}, true), { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  })

  test('100 MB without a line end, fields of 1 MB, and rows that are nothing but rejects', async () => {
    function* parts() {
      const long = 'x'.repeat(1_000_000)
      for (let part = 0; part < 50; part++) yield `p@b.test;${long}\n`
      for (let part = 0; part < 50; part++) yield `p@b.test;${long}${long};"\n`
      for (let part = 0; part < 50; part++) yield `${';'.repeat(1_000_000)}\n`
      for (let part = 0; part < 20; part++) yield '"x"y\n'.repeat(10_000)
      for (let part = 0; part < 100; part++) yield long
    }
    await written(parts())
    const { rows, rejected } = await counted()
    assert.equal(rows, 50)
    assert.deepEqual(rejected, {
      'too-long': 51,
      'too-many-columns': 50,
      'text-after-quote': 200_000,
    })
  })

  test('100 MB of XML, with values of 1 MB and unknown elements', async () => {
    function* parts() {
      const person =
        '<Subscriber><Email>a@b.test</Email><Name>Name</Name><DD1>value</DD1><What><Ever/></What></Subscriber>\n'
      yield '<s>'
      for (let part = 0; part < 400; part++) yield person.repeat(1000)
      for (let part = 0; part < 30; part++)
        yield `<Subscriber><Name>${'x'.repeat(2_000_000)}</Name></Subscriber>\n`
      yield '</s>'
    }
    await written(parts())
    const { rows, rejected } = await counted({ kind: 'xml' })
    assert.equal(rows, 400_000)
    assert.deepEqual(rejected, { 'too-long': 30 })
  })

  test('a spreadsheet whose sheet unpacks to 45 MB; one whose texts would fill the memory', async () => {
    const row = Array.from(
      { length: 20 },
      (_, column) => `<c r="${columnName(column)}1" t="str"><v>a@b.test</v></c>`,
    ).join('')
    writeFileSync(path, zipped(sheetParts(`<row>${row}</row>`.repeat(50_000))))
    const { rows } = await counted()
    assert.equal(rows, 50_000)
    writeFileSync(path, zipped(sheetParts('', `<si><t>${'x'.repeat(1 << 20)}</t></si>`.repeat(97))))
    assert.match((await counted()).error ?? '', /more than 96 MB of different texts/)
  })
})
