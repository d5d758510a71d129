/**
 * The packed package: installed in an empty folder it says what it is, starts, answers a call and
 * stops, with nothing of the checkout.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'

const root = resolve(import.meta.dirname, '..', '..')
const { version, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The Node that runs this, and nothing that an outer npm has set. */
const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|INIT_CWD|NODE_OPTIONS|NODE_TEST)/.test(name),
    ),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
}

function run(folder: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 600_000,
  })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** What is printed until it matches. */
async function until(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let said = ''
  for await (const chunk of child
    .stdout!.setEncoding('utf8')
    .iterator({ destroyOnReturn: false })) {
    said += chunk
    const found = pattern.exec(said)
    if (found) return found
  }
  throw new Error(`the program ended and had said only: ${said}`)
}

describe('the packed package', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pennypost-package-'))
  const folder = join(scratch, 'installed')
  let files: string[]

  before(() => {
    // As prepack does, but for the console, which `npm ci` has built.
    assert.deepEqual([scripts.prepack, scripts.build], ['npm run build', 'node scripts/build.ts'])
    run(root, process.execPath, 'scripts/build.ts', '--if-older')
    const [packed] = JSON.parse(
      run(
        root,
        'npm',
        'pack',
        '--json',
        '--ignore-scripts',
        '--loglevel=error',
        `--pack-destination=${scratch}`,
      ).replace(/^[^[]*/, ''),
    )
    files = packed.files.map(({ path }: { path: string }) => path)
    run(scratch, 'mkdir', folder)
    run(
      folder,
      'npm',
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      join(scratch, packed.filename),
    )
  })
  after(() => rmSync(scratch, { recursive: true, force: true }))

  test('has the program and the docs, and no sources', () => {
    for (const file of [
      'bin/pennypost.js',
      'dist/cli/main.js',
      'dist/console/index.html',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'docs/configuration.md',
    ])
      assert.ok(files.includes(file), `${file} is missing`)
    const applied = ['migrations', 'functions'].flatMap(folder =>
      readdirSync(join(root, 'src/db', folder)).map(file => `dist/db/${folder}/${file}`),
    )
    assert.deepEqual(
      applied.filter(file => !files.includes(file)),
      [],
    )
    assert.deepEqual(
      files.filter(file => file.endsWith('.ts') || /^(src|test|bench)\//.test(file)),
      [],
    )
  })

  test('tells its version and its commands', () => {
    assert.match(
      run(folder, 'npx', '--no-install', 'pennypost', 'version'),
      new RegExp(`^Pennypost ${version.replaceAll('.', '\\.')} \\(schema \\d+, `),
    )
    assert.match(
      run(folder, 'npx', '--no-install', 'pennypost', '--help'),
      /Usage: pennypost .*\n[\s\S]*\bstart\b/,
    )
  })

  test('starts, answers a call, and stops in order', async () => {
    const settings = { PORT: '0', ACCOUNT_USERNAME: 'shop', ACCOUNT_PASSWORD: 'a password' }
    // A process group of its own, so that it is stopped as Ctrl-C stops it: npx and the service
    // hear it at once.
    const child = spawn('npx', ['--no-install', 'pennypost', 'start'], {
      cwd: folder,
      env: { ...env, ...settings },
      detached: true,
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', text => {
      log += text
    })
    const ended = once(child, 'close')
    try {
      const [, endpoint] = await until(child, /Endpoint +(\S+)/)
      const query = new URLSearchParams({ strUsername: 'shop', strPassword: 'a password' })
      const answer = await fetch(`${endpoint}/GetMailingLists?${query}`)
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), /<DataSet [\s\S]*name="MailingListID"/)
      const page = await (await fetch(new URL('/console', endpoint))).text()
      const script = await fetch(new URL(/src="([^"]+)"/.exec(page)![1]!, endpoint))
      assert.deepEqual(
        [script.status, script.headers.get('content-type')],
        [200, 'text/javascript; charset=utf-8'],
      )
    } finally {
      process.kill(-child.pid!, 'SIGINT')
    }
    await ended
    assert.match(log, /"the service has stopped"/)
    assert.ok(existsSync(join(folder, 'data/postgres/PG_VERSION')))
    assert.equal(
      existsSync(join(folder, 'data/postgres/postmaster.pid')),
      false,
      'the store is still running',
    )
  })
})
