/**
 * Addresses of files as they lie in the store: any address comes out unchanged, and no secret is
 * shown.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PLAIN_CSV, queueImport } from '../../../src/domain/imports/queue-import.ts'
import {
  openedAddress,
  sealedAddress,
  shownAddress,
} from '../../../src/domain/imports/sealed-address.ts'
import { type FileServer, fileServer, whole } from '../../support/file-server.ts'
import { ended, type ImportSetup, importSetup } from '../../support/imports.ts'

const ADDRESSES = [
  ['http://files.example/a b.csv', 'http://files.example/a%20b.csv'],
  ['http://files.example/a  b/c d.csv', 'http://files.example/a%20%20b/c%20d.csv'],
  ['http://files.example/a\tb.csv', 'http://files.example/ab.csv'],
  ['http://files.example/a\nb.csv', 'http://files.example/ab.csv'],
  ['http://files.example/åäö €.csv', 'http://files.example/%C3%A5%C3%A4%C3%B6%20%E2%82%AC.csv'],
  ['http://files.example/a\u00a0b.csv', 'http://files.example/a%C2%A0b.csv'],
  ['http://files.example/a%20b.csv', 'http://files.example/a%20b.csv'],
  ['http://fïles.example/a.csv', 'http://xn--fles-5pa.example/a.csv'],
  ['HTTP://FILES.example', 'http://files.example/'],
] as const

describe('an address', () => {
  let setup: ImportSetup
  let files: FileServer
  before(async () => {
    setup = await importSetup()
    files = await fileServer()
  })
  after(() => Promise.all([setup.close(), files.close()]))

  for (const [given, href] of ADDRESSES)
    test(`${JSON.stringify(given)} is kept, opened and shown as one`, () => {
      const kept = sealedAddress(setup.store, given)
      assert.equal(openedAddress(setup.store, kept), href)
      assert.equal(shownAddress(kept), href)
      for (const secret of ['?key=a b', '#å ä']) {
        const sealed = sealedAddress(setup.store, given + secret)
        assert.ok(!sealed.includes('key=') && !sealed.includes('ä'))
        assert.equal(openedAddress(setup.store, sealed), new URL(given + secret).href)
        assert.equal(shownAddress(sealed), href)
      }
    })

  test('with a blank in its path is fetched from', async () => {
    const { store, accountId, listId } = setup
    for (const path of ['/kund%20lista.csv', '/kund%20%C3%A5.csv']) {
      files.serve(path, whole('asa@example.test;Åsa;Text'))
      const options = PLAIN_CSV
      const source = { url: decodeURI(files.url(path)) }
      const importId = await queueImport(store, accountId, { listId, source, options })
      const { state, trouble, url } = await ended(store, accountId, importId)
      assert.deepEqual([state, trouble, url], [2, null, files.url(path)])
    }
  })
})
