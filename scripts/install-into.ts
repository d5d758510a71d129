/**
 * Installs what running needs into a folder, without linter, compiler and build tools: `npm run
 * install-into -- /opt/pennypost`, in a checkout after `npm ci`. These are the program as the
 * package has it, its packages in the versions of the lock file, and the Node.js that runs this.
 * Into the same folder again, it upgrades.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { buildProgram } from './program.ts'

const root = resolve(import.meta.dirname, '..')
const { scripts: _, devDependencies, ...manifest } = readJson(join(root, 'package.json'))

function readJson(file: string): Record<string, unknown> & { files: string[] } {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Of npm only what the user has set: an outer npm tells of its own folder. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|npm_config_local_prefix|INIT_CWD)/.test(name),
  ),
)

function run(cwd: string, command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

/** A folder that is empty, or has an installation of before; not a checkout, nor anything else. */
function isOurs(folder: string): boolean {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return true
  const file = join(folder, 'package.json')
  return (
    existsSync(file) && readJson(file).name === manifest.name && !existsSync(join(folder, 'src'))
  )
}

async function installInto(folder: string): Promise<void> {
  // `npm ci` has built it, unless a source is newer.
  run(root, process.execPath, 'scripts/build-console.js', '--if-older')
  mkdirSync(folder, { recursive: true })
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  for (const name of [...manifest.files, 'dist/console', 'pennypost', 'package-lock.json']) {
    if (name === 'dist') continue
    rmSync(join(folder, name), { recursive: true, force: true })
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  await buildProgram(join(folder, 'dist'))
  // npm compares it with the lock file. It has no scripts: those are of a checkout.
  const text = JSON.stringify({ ...manifest, devDependencies }, null, 2)
  writeFileSync(join(folder, 'package.json'), `${text}\n`)
  run(folder, 'npm', 'ci', '--omit=dev', '--no-audit', '--no-fund')
  // Where that of a checkout is, so that units and `./pennypost` are the same.
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  copyFileSync(process.execPath, join(folder, 'node_modules', '.bin', 'node'))
}

const [given] = process.argv.slice(2)
const folder = given === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', given)
if (folder === undefined || !isOurs(folder)) {
  console.error(
    folder === undefined
      ? 'Name the folder: npm run install-into -- /opt/pennypost'
      : `${folder} has something else than an installation of Pennypost: name an empty folder.`,
  )
  process.exitCode = 1
} else {
  await installInto(folder)
  console.log(`Pennypost is in ${folder}: ${join(folder, 'pennypost')} start`)
}
