/** Secrets in files of their own, and what is said about names that set nothing. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { givenSettings, readConfig, settingNotes, settings } from '../../src/settings/config.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'pennypost-'))
})
after(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('a secret in a file', () => {
  const KEY = `${'k'.repeat(40)} `

  test('each setting that is secret can be read from one, no other', () => {
    const file = write('nonsense', 'nonsense\u0000')
    for (const { name, secret } of settings) {
      const read = () => readConfig({ [`${name}_FILE`]: file })
      if (secret) assert.throws(read, new RegExp(`^WrongSetting: ${name}_FILE is ${file}, which`))
      else read()
    }
  })

  test('without the line end of an editor, and without a BOM; other blanks belong to it', () => {
    for (const content of [KEY, `${KEY}\n`, `${KEY}\r\n`, `\ufeff${KEY}\n`])
      assert.equal(
        readConfig({ SECRET_KEY_FILE: write('key', content) }).store.secretKey,
        KEY,
        JSON.stringify(content),
      )
  })

  test('the file may be named in the file of settings', () => {
    const env = write('env', `SECRET_KEY_FILE = "${write('key', KEY)}" # of the store`)
    assert.equal(readConfig({}, env).store.secretKey, KEY)
    const shown = givenSettings({}, env).find(({ name }) => name === 'SECRET_KEY')
    const value = `(not shown, in ${join(folder, 'key')})`
    const { sentence, ...rest } = shown!
    assert.deepEqual(rest, { name: 'SECRET_KEY', value, source: env })
    assert.match(sentence, /^Encrypts /)
  })

  test('both are refused, wherever they are given', () => {
    const SECRET_KEY_FILE = write('key', KEY)
    const both = {
      name: 'WrongSetting',
      message: 'SECRET_KEY and SECRET_KEY_FILE are both set: set one of them.',
    }
    assert.throws(() => readConfig({ SECRET_KEY: KEY, SECRET_KEY_FILE }), both)
    const env = write('env', `SECRET_KEY=${KEY}`)
    assert.throws(() => readConfig({ SECRET_KEY_FILE }, env), both)
    // Compose passes empty values for what is not given.
    assert.equal(readConfig({ SECRET_KEY: '', SECRET_KEY_FILE }).store.secretKey, KEY)
    assert.equal(readConfig({ SECRET_KEY: KEY, SECRET_KEY_FILE: ' ' }).store.secretKey, KEY)
  })

  test('a file that is missing, empty or none of text is refused', () => {
    const refused = (path: string, why: string) =>
      assert.throws(() => readConfig({ SECRET_KEY_FILE: path }), {
        name: 'WrongSetting',
        message: `SECRET_KEY_FILE is ${path}, which can't be read: ${why}.`,
      })
    const away = join(folder, 'away')
    refused(away, `ENOENT: no such file or directory, open '${away}'`)
    refused(write('empty', ' \n'), 'it is empty')
    refused(write('octets', Buffer.from([0xff, 0xfe, 0x00])), 'it is not written in UTF-8')
    refused(folder, 'EISDIR: illegal operation on a directory, read')
  })

  test('what it holds is checked, and not shown', () => {
    assert.throws(
      () => readConfig({ SECRET_KEY_FILE: write('key', 'hunter2') }),
      /^WrongSetting: SECRET_KEY is set to a value \(not shown\), but it wants at least 32/,
    )
  })
})

describe('names that set nothing', () => {
  const notes = (content: string, env: Record<string, string> = {}) =>
    settingNotes(env, write('.env', content)).map(({ detail }) =>
      detail.replaceAll(`${folder}/`, ''),
    )

  test('settings and files of secrets are not named', () => {
    assert.deepEqual(
      notes('PORT=1\nSECRET_KEY_FILE=x\n# PROT=1', { PATH: '/', LOG_LEVEL: 'x' }),
      [],
    )
    assert.deepEqual(settingNotes({}, join(folder, 'away')), [])
  })

  test('a name in the file is, with the nearest one', () => {
    assert.deepEqual(notes('PROT=9999\nSMTP_URl=smtp://h\nport=1\nFRUIT=x\nPORT_FILE=x'), [
      'PROT in .env is no setting. Did you mean PORT?',
      'SMTP_URl in .env is no setting. Did you mean SMTP_URL?',
      'port in .env is no setting. Did you mean PORT?',
      'FRUIT in .env is no setting.',
      'PORT_FILE in .env is no setting. Only secrets are read from a file, and PORT is none.',
    ])
    assert.deepEqual(notes('SECRETKEY=x\nSECRET_KEY_FIEL=x\nDATABASEURL=x'), [
      'SECRETKEY in .env is no setting. Did you mean SECRET_KEY?',
      'SECRET_KEY_FIEL in .env is no setting. Did you mean SECRET_KEY_FILE?',
      'DATABASEURL in .env is no setting. Did you mean DATABASE_URL?',
    ])
  })

  test('of the environment only what is nearly one', () => {
    const env = { SMTP_URI: 'x', Log_Level: 'x', POST: 'x', HOSTNAME: 'x', SMTP_SERVER: 'x' }
    assert.deepEqual(notes('', env), [
      'SMTP_URI in the environment is no setting. Did you mean SMTP_URL?',
      'Log_Level in the environment is no setting. Did you mean LOG_LEVEL?',
    ])
  })

  test('repeated names are named; of very many, some', () => {
    assert.deepEqual(notes('PORT=1\nPORT=2'), [
      'PORT is set more than once in .env: the last counts.',
    ])
    const many = notes(Array.from({ length: 5000 }, (_, at) => `FRUIT_${at}=x`).join('\n'))
    assert.deepEqual([many.length, many.at(-1)], [21, '4980 more names are no settings.'])
  })
})
