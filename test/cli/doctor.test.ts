/** The command `doctor`, run as a user runs it. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { memory } from '../../src/start/doctor/checks.ts'
import { certificateForLocalhost } from '../support/certificate.ts'
import {
  type CommandDatabase,
  emptyDatabase,
  newFolder,
  pennypost,
  type RunOptions,
  urlOf,
} from './setup.ts'

let database: CommandDatabase
const run = (args: string[], { env, ...options }: RunOptions = {}) =>
  pennypost(args, { ...options, env: { ...database.env, ...env } })

before(async () => {
  database = await emptyDatabase()
  assert.equal((await run(['account', 'add', 'shop'], { input: 'a long secret' })).code, 0)
  assert.equal((await run(['key', 'rotate'])).code, 0)
})
after(() => database.drop())

/** Of yesterday. */
function endedCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const fresh = ['-newkey', 'rsa:2048', '-noenc', '-subj', '/CN=localhost']
  openssl('req', '-x509', ...fresh, '-keyout', key, '-out', cert)
  openssl('x509', '-in', cert, '-signkey', key, '-days', '-1', '-out', cert)
  return { cert, key }
}

describe('doctor', () => {
  interface Finding {
    check: string
    state: string
    code: string
    says: string
    todo?: string
  }
  const examine = async (env: Record<string, string> = {}) => {
    const { code, out } = await run(['doctor', '--json'], { env })
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] }
    assert.equal(code, ok ? 0 : 1)
    const bad = findings.filter(({ state }) => state === 'bad').map(({ check }) => check)
    return { ok, bad, found: (check: string) => findings.find(finding => finding.check === check)! }
  }

  test('all is well', async () => {
    const { bad, found } = await examine()
    assert.deepEqual(bad, [])
    for (const check of [
      'node',
      'clock',
      'settings',
      'store',
      'schema',
      'store-clock',
      'signing-keys',
      'accounts',
      'PUBLIC_URL',
    ])
      assert.equal(found(check).state, 'ok', check)
    assert.match((await run(['doctor'])).out, /^ok {4}node {10}Node\.js \d/)
  })

  test('says what is bad and what to do', async () => {
    const away = await examine({ DATABASE_REPLICA_URL: 'postgres://postgres@127.0.0.1:1/none' })
    assert.match(away.found('standby').says, /^It does not answer: .* The primary answers/)
    const settings = await examine({ PORT: 'x' })
    assert.match(settings.found('settings').says, /^PORT is set to "x"/)
    const unreachable = await examine({
      DATABASE_URL: urlOf({ ...database.connection, database: 'no_such_database' }),
    })
    assert.deepEqual(unreachable.bad, ['store'])
    const keys = await examine({ SECRET_KEY: 'y'.repeat(40) })
    assert.deepEqual(keys.bad, ['signing-keys'])
    assert.equal(keys.found('signing-keys').code, 'keys-otherwise')
    const DATA_DIR = join(newFolder(), 'data')
    const lost = await examine({ DATA_DIR })
    assert.deepEqual(lost.bad, ['signing-keys'])
    mkdirSync(DATA_DIR)
    writeFileSync(join(DATA_DIR, 'secret.key'), 'z'.repeat(40), { mode: 0o644 })
    const open = await examine({ DATA_DIR })
    assert.deepEqual(open.bad, ['key', 'signing-keys'])
    assert.equal(open.found('key').todo, `chmod 600 ${join(DATA_DIR, 'secret.key')}`)
    assert.match(
      (await run(['doctor'], { env: { DATA_DIR } })).out,
      /^bad +key .*\n +-> chmod 600 /m,
    )
  })

  test('names settings that set nothing, and a certificate that has ended, used or not', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, '.env'), 'PROT=9999\n')
    const { cert, key } = endedCertificate(cwd)
    const ended = { BOUNCE_TLS_CERT: cert, BOUNCE_TLS_KEY: key }
    const { code, out } = await run(['doctor', '--json'], { cwd, env: ended })
    assert.equal(code, 0)
    const found = (JSON.parse(out) as { findings: Finding[] }).findings
    const [misspelled, certificate] = found.filter(({ check }) => check === 'settings')
    assert.deepEqual(
      [misspelled?.state, misspelled?.says, certificate?.state],
      ['warn', 'PROT in .env is no setting. Did you mean PORT?', 'warn'],
    )
    assert.match(certificate!.says, /^The certificate of BOUNCE_TLS_CERT ended on [\d-]{10}: renew/)
    const shown = await run(['config', 'show'], { cwd, env: ended })
    assert.match(shown.err, /^PROT in \.env .*\n(.*\n)*The certificate of BOUNCE_TLS_CERT ended on/)
    assert.equal(shown.code, 0)
    for (const [env, says] of [
      [{ BOUNCE_TLS_CERT: ended.BOUNCE_TLS_CERT }, /belong together/],
      [{ ...ended, BOUNCE_TLS_KEY: join(cwd, 'away') }, /can't be used: ENOENT/],
      [{ MEDIA_S3_URL: 'https://s3.example.com/bucket' }, /needs MEDIA_S3_KEY_ID/],
      [{ SMS_URL: 'https://gw.example/?to={to}' }, /no placeholder for the text/],
      [{ SUBMISSION_PORT: '1587' }, /SUBMISSION_PORT needs SUBMISSION_TLS_CERT/],
    ] as const) {
      const wrong = await run(['config', 'show'], { env })
      assert.match(wrong.err, says)
      assert.equal(wrong.code, 1)
      const { bad, found: foundOf } = await examine(env)
      assert.deepEqual(bad, ['settings'])
      assert.match(foundOf('settings').says, says)
    }
    // Where no mail is taken there are no files for it.
    const web = { ROLES: 'web', BOUNCE_TLS_CERT: '/away', BOUNCE_TLS_KEY: '/away' }
    assert.equal((await examine(web)).found('settings').state, 'ok')
  })

  test('warns of a certificate for programs that is signed by itself', async () => {
    const cwd = newFolder()
    const [certFile, keyFile] = [join(cwd, 'cert.pem'), join(cwd, 'key.pem')]
    const { cert, key } = certificateForLocalhost()
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    const env = { SUBMISSION_TLS_CERT: certFile, SUBMISSION_TLS_KEY: keyFile }
    const { state, says } = (await examine(env)).found('settings')
    assert.equal(state, 'warn')
    assert.match(says, /^The certificate of SUBMISSION_TLS_CERT is signed by itself/)
    assert.equal((await examine({ ...env, ROLES: 'worker' })).found('settings').state, 'ok')
  })

  test('looks at PUBLIC_URL', async () => {
    const says = async (env: Record<string, string>) => (await examine(env)).found('PUBLIC_URL')
    assert.match(
      (await says({ PUBLIC_URL: 'https://localhost:8080' })).says,
      /reader's own machine/,
    )
    assert.match((await says({ PUBLIC_URL: 'http://mail.example.com' })).says, /not encrypted/)
    assert.match(
      (await says({ PUBLIC_URL: 'https://mail.example.com' })).says,
      /TRUST_PROXY is empty/,
    )
    assert.equal(
      (await says({ PUBLIC_URL: 'https://mail.example.com', TRUST_PROXY: '127.0.0.1' })).state,
      'ok',
    )
    assert.match((await says({ HOST: '0.0.0.0' })).says, /^Not set/)
  })
})

test('the last backup is told, and one that is missing', async () => {
  const backup = async () => {
    const { out } = await run(['doctor', '--json'])
    const { findings } = JSON.parse(out) as { findings: { check: string; state: string }[] }
    return findings.find(({ check }) => check === 'backup')?.state
  }
  assert.equal(await backup(), 'warn')
  const file = join(newFolder(), 'a.backup')
  assert.equal((await run(['backup', file])).code, 0)
  assert.equal(await backup(), 'ok')
})

test('a machine that is too small for large files is named, one sold as 512 MB is not', async () => {
  const { out } = await run(['doctor', '--json'])
  const { findings } = JSON.parse(out) as { findings: { check: string; says: string }[] }
  assert.match(findings.find(({ check }) => check === 'memory')!.says, /^[\d.]+ [MG]B of memory$/)
  assert.equal(memory(480 * 1024 * 1024).state, 'ok')
  assert.equal(memory(384 * 1024 * 1024).state, 'warn')
})
