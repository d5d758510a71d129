/**
 * `pennypost backup` and `pennypost restore` as an operator runs them, and what becomes of the key.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { lastBackup } from '../../src/db/backup/backups.sql.ts'
import { schemaNumber } from '../../src/db/migrate.ts'
import { openStore } from '../../src/db/open-store.ts'
import { type CommandDatabase, emptyDatabase, newFolder, pennypost } from './setup.ts'

let source: CommandDatabase
const folder = newFolder()
const keyOf = ({ env }: CommandDatabase) => readFileSync(join(env.DATA_DIR, 'secret.key'), 'utf8')
const run = (args: string[], database = source, env = {}, input = '') =>
  pennypost(args, { env: { ...database.env, ...env }, input, cwd: folder })
const failed = async (says: RegExp, ...given: Parameters<typeof run>) => {
  const { code, err, out } = await run(...given)
  assert.match(err, says)
  assert.deepEqual([code, out], [1, ''])
}

before(async () => {
  source = await emptyDatabase()
  assert.equal((await run(['account', 'add', 'shop'], source, {}, 'a long secret')).code, 0)
  assert.equal((await run(['key', 'rotate'])).code, 0)
  assert.equal((await run(['list', 'add', 'Küche', '--from-email', 'a@example.com'])).code, 0)
  assert.equal((await run(['optout', 'add', 'ada@example.com'])).code, 0)
})
after(async () => {
  await source.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** An empty database for one restore. */
async function into<T>(work: (target: CommandDatabase) => Promise<T>): Promise<T> {
  const target = await emptyDatabase()
  try {
    return await work(target)
  } finally {
    await target.drop()
  }
}

describe('backup', () => {
  test('makes a file, says what is in it, and warns about the key', async () => {
    const { code, out, err } = await run(['backup', 'plain.backup'])
    assert.equal(code, 0, err)
    assert.match(out, /^plain\.backup: \d+ rows of \d+ tables, [\d.]+ kB \(\S+ \S+ unpacked\)\.\n$/)
    assert.match(err, /^accounts: 1 row, \d+ bytes backed up$/m)
    assert.match(err, /^The backup holds the key of this installation as it is:/m)
    assert.equal(statSync(join(folder, 'plain.backup')).mode & 0o777, 0o600)
    const verified = JSON.parse((await run(['backup', 'plain.backup', '--verify', '--json'])).out)
    assert.deepEqual(
      [verified.whole, verified.key, verified.schema],
      [true, 'plain', schemaNumber()],
    )
    assert.match(
      (await run(['backup', 'plain.backup', '--verify'])).out,
      /^plain\.backup is whole: /,
    )
  })

  test('tells when it last succeeded, for the metric', async () => {
    const seen = async () => (await lastBackup(store, {})).seconds
    const store = openStore({ connection: source.connection })
    try {
      await failed(/^There is a file plain\.backup already/, ['backup', 'plain.backup'])
      const before = await seen()
      assert.equal((await run(['backup', 'newer.backup'])).code, 0)
      assert.ok((await seen()) > before)
    } finally {
      await store.close()
    }
  })

  test('is restored on trial, and what became of each is recorded', async () => {
    assert.equal((await run(['backup', 'trial.backup'])).code, 0)
    const TMPDIR = newFolder()
    const onTrial = (file: string, ...more: string[]) =>
      run(['restore', file, '--trial', ...more], source, { TMPDIR })
    const tried = await onTrial('trial.backup', '--json')
    assert.equal(tried.code, 0, tried.err)
    assert.ok(JSON.parse(tried.out).rows > 0)
    writeFileSync(
      join(folder, 'cut.backup'),
      readFileSync(join(folder, 'trial.backup')).subarray(0, 200),
    )
    assert.equal((await onTrial('cut.backup')).code, 1)
    await failed(/^There is a file trial\.backup already/, ['backup', 'trial.backup'])
    const { items, expected } = JSON.parse((await run(['store', 'backups', '--json'])).out)
    const told = items.map(({ kind, trouble }: { kind: string; trouble: string | null }) => [
      kind,
      trouble === null,
    ])
    assert.deepEqual(told.slice(0, 4), [
      ['made', false],
      ['tested', false],
      ['tested', true],
      ['made', true],
    ])
    assert.match(items[0].trouble, /^There is a file/)
    assert.ok(Date.parse(expected) > Date.parse(items[3].ended))
    assert.deepEqual(readdirSync(TMPDIR), [])
  })

  test('replaces a file only with --force, and leaves nothing unfinished', async () => {
    assert.equal((await run(['backup', 'again.backup', '--json'])).code, 0)
    await failed(/^There is a file again\.backup already: .*--force/, ['backup', 'again.backup'])
    const { out } = await run(['backup', 'again.backup', '--force', '--json'])
    const made = JSON.parse(out)
    assert.deepEqual(
      [made.file, made.key, made.fileBytes],
      ['again.backup', 'plain', statSync(join(folder, 'again.backup')).size],
    )
    assert.deepEqual(
      readdirSync(folder).filter(name => name.includes('unfinished')),
      [],
    )
  })

  test('is refused with a key that is not that of the store, or with none', async () => {
    await failed(/another SECRET_KEY/, ['backup', 'x.backup'], source, {
      SECRET_KEY: 'k'.repeat(40),
    })
    await failed(/^There is no key here/, ['backup', 'x.backup'], source, {
      DATA_DIR: join(folder, 'none'),
    })
    const without = await run(['backup', 'without.backup', '--without-key', '--json'])
    assert.deepEqual([without.code, JSON.parse(without.out).key], [0, 'none'])
    assert.match(without.err, /^The key \(secret\.key\) is not in the backup/m)
  })

  test('that is damaged does not verify', async () => {
    await run(['backup', 'damaged.backup'])
    const file = join(folder, 'damaged.backup')
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1]! ^= 0xff
    writeFileSync(file, bytes)
    await failed(/^The backup damaged\.backup is damaged/, ['backup', 'damaged.backup', '--verify'])
  })
})

describe('restore', () => {
  test('after a total loss brings the data and the key', () =>
    into(async target => {
      await run(['backup', 'loss.backup', '--force'])
      const { code, out, err } = await run(['restore', 'loss.backup'], target)
      assert.equal(code, 0, err)
      assert.match(
        out,
        /^The key was put into \S+secret\.key\.\n\d+ rows of \d+ tables restored, as of \S+\.\n$/,
      )
      assert.equal(keyOf(target), keyOf(source))
      assert.equal(statSync(join(target.env.DATA_DIR, 'secret.key')).mode & 0o777, 0o600)
      assert.deepEqual(JSON.parse((await run(['key', 'rotate', '--json'], target)).out), { key: 2 })
      assert.equal(JSON.parse((await run(['list', 'list', '--json'], target)).out)[0].name, 'Küche')
      assert.match((await run(['optout', 'list'], target)).out, /ada@example\.com/)
      assert.equal((await run(['doctor'], target)).code, 0)
      await failed(/^The store is not empty .*another DATA_DIR/, ['restore', 'loss.backup'], target)
    }))

  test('keeps another key that lay there, beside the right one', () =>
    into(async target => {
      await run(['backup', 'moved.backup', '--force'])
      mkdirSync(target.env.DATA_DIR)
      writeFileSync(join(target.env.DATA_DIR, 'secret.key'), `${'o'.repeat(43)}\n`)
      const { formerKeyFile, key } = JSON.parse(
        (await run(['restore', 'moved.backup', '--json'], target)).out,
      )
      assert.equal(key, 'from the backup')
      assert.equal(readFileSync(formerKeyFile, 'utf8'), `${'o'.repeat(43)}\n`)
      assert.equal(keyOf(target), keyOf(source))
    }))

  test('opens a sealed key with its passphrase only', () =>
    into(async target => {
      await failed(
        /at least 12 characters/,
        ['backup', 'sealed.backup', '--seal-key'],
        source,
        {},
        'short\n',
      )
      const made = await run(
        ['backup', 'sealed.backup', '--seal-key'],
        source,
        {},
        'correct horse battery\n',
      )
      assert.equal(made.code, 0, made.err)
      assert.match(made.err, /is sealed: without the passphrase it is lost/)
      await failed(
        /^The passphrase is not the one/,
        ['restore', 'sealed.backup'],
        target,
        {},
        'wrong horse battery\n',
      )
      const { code, err } = await run(
        ['restore', 'sealed.backup'],
        target,
        {},
        'correct horse battery\n',
      )
      assert.equal(code, 0, err)
      assert.equal(keyOf(target), keyOf(source))
    }))

  test('of a backup without its key wants the key, or gives it up when told so', async () => {
    await run(['backup', 'keyless.backup', '--without-key'])
    const SECRET_KEY = keyOf(source).trim()
    await into(async target => {
      await failed(
        /^The backup was made without its key: .*--new-key/,
        ['restore', 'keyless.backup'],
        target,
      )
      await failed(/^SECRET_KEY is not the one/, ['restore', 'keyless.backup'], target, {
        SECRET_KEY: 'k'.repeat(40),
      })
      const { key } = JSON.parse(
        (await run(['restore', 'keyless.backup', '--json'], target, { SECRET_KEY })).out,
      )
      assert.equal(key, 'here')
    })
    await into(async target => {
      const { code, out } = await run(['restore', 'keyless.backup', '--new-key'], target)
      assert.equal(code, 0)
      assert.match(out, /^A new key is made at the next start\./m)
      assert.deepEqual(JSON.parse((await run(['key', 'rotate', '--json'], target)).out), { key: 1 })
    })
  })

  test('a SECRET_KEY of the settings stays out of the backup, unless it is sealed', () =>
    into(async target => {
      const SECRET_KEY = keyOf(source).trim()
      const env = { SECRET_KEY, DATA_DIR: join(folder, 'elsewhere') }
      const { out, err } = await run(['backup', 'settings.backup', '--json'], source, env)
      assert.equal(JSON.parse(out).key, 'none')
      assert.match(err, /^The key \(SECRET_KEY\) is not in the backup: keep it elsewhere/m)
      await run(['backup', 'both.backup', '--seal-key'], source, env, 'correct horse battery')
      const restored = await run(['restore', 'both.backup'], target, {}, 'correct horse battery')
      assert.equal(restored.code, 0, restored.err)
      assert.equal(keyOf(target), keyOf(source))
    }))

  test('of a file that is no backup, or of none', async () => {
    writeFileSync(join(folder, 'text.backup'), 'hello')
    await into(async target => {
      await failed(
        /^The file text\.backup is not a backup of Pennypost\.$/m,
        ['restore', 'text.backup'],
        target,
      )
      await failed(/^There is no file none\.backup\.$/m, ['restore', 'none.backup'], target)
    })
  })
})

test('a place that can not be written is named', async () => {
  writeFileSync(join(folder, 'a-file'), '')
  await failed(/^The file a-file\/x\.backup can't be written/, ['backup', 'a-file/x.backup'])
  await failed(/^The folder nowhere is not there\.$/m, ['backup', 'nowhere/x.backup'])
})
