/**
 * Signing keys: one for all nodes, sealed in the store, rotated without breaking signatures; and
 * the sealing itself.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Store } from '../../src/db/db.ts'
import { signingKeys } from '../../src/domain/keys/keys.sql.ts'
import { type Keys, type KeysOptions, openKeys, rotateKeys } from '../../src/domain/keys/keys.ts'
import { createSealer, SealedOtherwise, secretKeyIn } from '../../src/lib/secrets.ts'
import { temporaryStore } from '../support/database.ts'
import { until } from '../support/until.ts'

const sealer = createSealer('a secret key of thirty-two letters')

describe('signing keys', () => {
  let store: Store
  let drop: () => Promise<void>
  const opened: Keys[] = []
  const open = async (options?: KeysOptions) => {
    const keys = await openKeys(store, sealer, options)
    opened.push(keys)
    return keys
  }
  before(async () => {
    ;({ store, drop } = await temporaryStore())
  })
  after(async () => {
    for (const keys of opened) keys.close()
    await drop()
  })

  test('nodes that start at once end with one key', async () => {
    const nodes = await Promise.all(Array.from({ length: 6 }, () => open()))
    assert.equal((await signingKeys(store, {})).length, 1)
    const { id, secret } = nodes[0]!.newest()
    for (const node of nodes) assert.ok((await node.find(id))?.secret.equals(secret))
  })

  test('the store holds no key that can be read', async () => {
    const keys = await open()
    const secret = keys.newest().secret.export()
    const [row] = await signingKeys(store, {})
    assert.match(row!.sealedSecret, /^v1\.[\w-]+$/)
    assert.ok(!Buffer.from(row!.sealedSecret.slice(3), 'base64url').includes(secret))
  })

  test('after a rotation the new key signs, the old one is still found, and other nodes learn of the new one when asked for it', async () => {
    const there = await open()
    const old = there.newest()
    const id = await rotateKeys(store, sealer)
    const rotated = await open()
    assert.equal(rotated.newest().id, id)
    assert.ok((await there.find(id))?.secret.equals(rotated.newest().secret))
    assert.ok((await rotated.find(old.id))?.secret.equals(old.secret))
    assert.equal(there.newest().id, id)
  })

  test('nodes see a rotation by themselves', async () => {
    const node = await open({ pollMillis: 20 })
    const id = await rotateKeys(store, sealer)
    await until(() => node.newest().id === id)
  })

  test('a made-up number is no key', async () => {
    const keys = await open()
    for (const id of [0, -1, 2 ** 31 - 1]) assert.equal(await keys.find(id), undefined)
  })

  test('rotations at once make as many keys', async () => {
    const before = (await signingKeys(store, {})).length
    const made = await Promise.all([
      rotateKeys(store, sealer),
      rotateKeys(store, sealer),
      rotateKeys(store, sealer),
    ])
    assert.equal(new Set(made).size, 3)
    const rows = await signingKeys(store, {})
    assert.equal(rows.length, before + 3)
    assert.deepEqual(rows.map(row => row.retired).slice(-2), [true, false])
  })

  test('another SECRET_KEY is told in a sentence', async () => {
    await assert.rejects(openKeys(store, createSealer('another key of thirty-two letters!')), {
      name: 'SealedOtherwise',
      message: /give each node the same SECRET_KEY/,
    })
  })
})

describe('sealing', () => {
  test('opens what it sealed, for the same purpose and with the same key only', () => {
    const sealed = sealer.seal(Buffer.from('secret'), 'relay')
    assert.equal(sealer.open(sealed, 'relay').toString(), 'secret')
    assert.notEqual(sealer.seal(Buffer.from('secret'), 'relay'), sealed)
    for (const wrong of [`${sealed.slice(0, -3)}AAA`, 'v1.AAAA', 'v2.AAAA', ''])
      assert.throws(() => sealer.open(wrong, 'relay'), SealedOtherwise)
    assert.throws(() => sealer.open(sealed, 'other'), SealedOtherwise)
    assert.throws(() => createSealer('x'.repeat(32)).open(sealed, 'relay'), SealedOtherwise)
  })

  test('the key file is made once, for its owner only', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pennypost-'))
    try {
      const dataDir = join(folder, 'data')
      const key = secretKeyIn(dataDir)
      assert.ok(key.length >= 43)
      assert.equal(secretKeyIn(dataDir), key)
      assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
