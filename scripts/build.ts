/**
 * Builds dist/ from src/ for the package, since Node does not strip types inside node_modules; and
 * the web console. `npm run build`; a checkout runs its sources directly.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const from = join(root, 'src')
const to = join(root, 'dist')

// Its console is a build of its own, and often current.
for (const name of existsSync(to) ? readdirSync(to) : [])
  if (name !== 'console') rmSync(join(to, name), { recursive: true })
const tsc = join(root, 'node_modules', '.bin', 'tsc')
const { status } = spawnSync(tsc, ['--project', join(root, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

/** Files read at run time. Named queries are not among them: they are in the .sql.ts files. */
const files = globSync('**/*', { cwd: from }).filter(
  file =>
    statSync(join(from, file)).isFile() &&
    !file.endsWith('.ts') &&
    !file.startsWith('console/') &&
    !existsSync(join(from, `${file}.ts`)),
)
for (const file of files) {
  mkdirSync(dirname(join(to, file)), { recursive: true })
  copyFileSync(join(from, file), join(to, file))
}

const built = spawnSync(process.execPath, [join(root, 'scripts/build-console.js')], {
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(built.status ?? 1)

// For `pennypost_build_info`; unknown outside a repository.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
})
if (commit.status === 0) writeFileSync(join(to, 'commit'), commit.stdout)
