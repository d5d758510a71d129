/** Files of settings as people and programs write them, and the values they mean. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/settings/config.ts'
import { LONGEST_FILE, readEnvFile, UnreadableSettings } from '../../src/settings/env-file.ts'

const read = (content: string | Buffer) => readEnvFile(Buffer.from(content))

const FILES: [what: string, content: string | Buffer, means: Record<string, string>][] = [
  ['a plain line', 'PORT=9000\n', { PORT: '9000' }],
  ['no line end at its end', 'PORT=9000', { PORT: '9000' }],
  ['a blank after =', 'METRICS_TOKEN= \nHOST=::1\n', { METRICS_TOKEN: '', HOST: '::1' }],
  ['a tab after =', 'METRICS_TOKEN=\t\nHOST=::1\n', { METRICS_TOKEN: '', HOST: '::1' }],
  ['nothing after =', 'METRICS_TOKEN=\nHOST=::1\n', { METRICS_TOKEN: '', HOST: '::1' }],
  ['blanks around', '  PORT \t=\t 9000  \n', { PORT: '9000' }],
  ['# within a value', 'ACCOUNT_PASSWORD=long#password', { ACCOUNT_PASSWORD: 'long#password' }],
  ['# as its first letter', 'ACCOUNT_PASSWORD=#1', { ACCOUNT_PASSWORD: '#1' }],
  ['# in an address', 'SMTP_URL=smtp://u:p#x@h', { SMTP_URL: 'smtp://u:p#x@h' }],
  ['a comment after a value', 'PORT=9000 # of the proxy', { PORT: '9000' }],
  ['a comment after a tab', 'PORT=9000\t#of the proxy', { PORT: '9000' }],
  ['a comment instead of a value', 'PORT= # 9000', { PORT: '' }],
  ['lines of comments', '# PORT=1\n  # PORT=2\n#\nPORT=3', { PORT: '3' }],
  ['quotes', `A="a b"\nB='c d'\nC=\`e f\``, { A: 'a b', B: 'c d', C: 'e f' }],
  ['blanks in quotes', 'A=" a "', { A: ' a ' }],
  ['# in quotes', 'A="a # b" # c', { A: 'a # b' }],
  ['quotes in quotes', `A='say "x"' # y`, { A: 'say "x"' }],
  ['the same quotes in quotes', 'A="{"to":"x"}"', { A: '{"to":"x"}' }],
  ['a quote in a value', `A=it's"`, { A: `it's"` }],
  ['empty quotes', `A=""\nB=''`, { A: '', B: '' }],
  ['a backslash', 'A="a\\nb"\nB=c\\d', { A: 'a\\nb', B: 'c\\d' }],
  ['a variable', `A=$HOME\nB="\${A}"`, { A: '$HOME', B: `\${A}` }],
  ['= in a value', 'A=b=c==', { A: 'b=c==' }],
  ['export', 'export A=1\nexport\tB="2"\nexport=3', { A: '1', B: '2', export: '3' }],
  ['a BOM', '\ufeffA=1\nB=2', { A: '1', B: '2' }],
  ['line ends of Windows', 'A=1\r\n\r\nB="2"\r\nC=\r\n', { A: '1', B: '2', C: '' }],
  ['line ends of old Macs', 'A=1\rB=2\r', { A: '1', B: '2' }],
  ['letters beyond ASCII', 'A=säkert lösenord', { A: 'säkert lösenord' }],
  ['a name twice', 'A=1\nA=2', { A: '2' }],
  ['names of objects', '__proto__=1\nconstructor=2', { ['__proto__']: '1', constructor: '2' }],
  ['nothing', '', {}],
]

const REFUSED: [what: string, content: string | Buffer, says: RegExp][] = [
  ['a word', 'PORT=1\nsecret word\n', /^line 2 is no NAME=value; a comment begins with #$/],
  ['export without a value', 'export PORT', /^line 1 is no NAME=value/],
  ['a name with a blank', '\n\nMY PORT=1', /^line 3 is no NAME=value/],
  ['a name with a dash', 'MY-PORT=1', /^line 1 is no NAME=value/],
  ['no name', '=1', /^line 1 is no NAME=value/],
  ['YAML', 'PORT: 1', /^line 1 is no NAME=value/],
  ['an open quote', 'A=1\nB="secret\nC=2"', /^line 2: the quote .* of B is not closed at its end$/],
  ['text behind a quote', 'B="secret"word', /^line 1: the quote .* of B is not closed at its end$/],
  ['UTF-16', Buffer.from('\ufeffA=1', 'utf16le'), /^it is not written in UTF-8$/],
  ['UTF-16 without a BOM', Buffer.from('A=1', 'utf16le'), /^it is not written in UTF-8$/],
  ['Latin-1', Buffer.from('A=ä', 'latin1'), /^it is not written in UTF-8$/],
  ['a file of something else', `#${'x'.repeat(LONGEST_FILE)}`, /^it has more than 1 MB$/],
]

describe('a file of settings', () => {
  for (const [what, content, means] of FILES)
    test(`${what}: means what is written`, () => {
      assert.deepEqual({ ...read(content).values }, { ...means })
    })

  for (const [what, content, says] of REFUSED)
    test(`${what}: refused, with its line and not with its value`, () => {
      assert.throws(
        () => read(content),
        (error: Error) =>
          error instanceof UnreadableSettings &&
          says.test(error.message) &&
          !error.message.includes('secret'),
      )
    })

  test('repeated names are told', () => {
    assert.deepEqual(read('A=1\nB=2\nA=3\nA=4').repeated, ['A'])
  })

  test('many quotes and blanks take no longer than others', () => {
    // A second at the most where the time grows with the square of the length: some hours.
    const long = `A="${`"${' '.repeat(50)}`.repeat(15_000)}x`
    assert.throws(() => read(long), UnreadableSettings)
  })
})

describe('settings from a file', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pennypost-'))
  })
  after(() => rmSync(folder, { recursive: true }))
  const given = (content: string) => {
    const file = join(folder, '.env')
    writeFileSync(file, content)
    return readConfig({}, file)
  }

  test('a blank value is none, and the next line is its own', () => {
    const { http, account } = given('METRICS_TOKEN= \nACCOUNT_USERNAME=bob\n')
    assert.deepEqual([http.metricsToken, account.username], [undefined, 'bob'])
  })

  test('blanks in quotes belong to a secret', () => {
    assert.equal(given('ACCOUNT_PASSWORD=" a b "').account.password, ' a b ')
    assert.equal(given('ACCOUNT_PASSWORD= a b ').account.password, 'a b')
  })

  test('a line that is none is refused with file and number', () => {
    const file = join(folder, '.env')
    assert.throws(() => given('PORT=1\nPORT 2'), {
      name: 'WrongSetting',
      message:
        `The file of settings ${file} can't be read: line 2 is no NAME=value; a comment ` +
        'begins with #.',
    })
  })
})
