/**
 * Builds dist/ from src/ for the package, since Node does not strip types inside node_modules. `npm
 * run build`; a checkout runs its sources directly.
 */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const from = join(root, 'src')
const to = join(root, 'dist')

rmSync(to, { recursive: true, force: true })
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
    !existsSync(join(from, `${file}.ts`)),
)
for (const file of files) {
  mkdirSync(dirname(join(to, file)), { recursive: true })
  copyFileSync(join(from, file), join(to, file))
}

// For `pennypost_build_info`; unknown outside a repository.
const commit = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
})
if (commit.status === 0) writeFileSync(join(to, 'commit'), commit.stdout)
