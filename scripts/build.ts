/**
 * Builds dist/ for the package, since Node does not strip types inside node_modules: the program
 * from src/, and the web console. `npm run build`; with `-- --if-older` a current console stays. A
 * checkout runs its sources directly.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildProgram } from './program.ts'

const root = resolve(import.meta.dirname, '..')
const to = join(root, 'dist')

// Its console is a build of its own, and often current.
for (const name of existsSync(to) ? readdirSync(to) : [])
  if (name !== 'console') rmSync(join(to, name), { recursive: true })
await buildProgram(to)
const building = [join(root, 'scripts/build-console.js'), ...process.argv.slice(2)]
const built = spawnSync(process.execPath, building, { stdio: 'inherit' })
process.exitCode = built.status ?? 1
