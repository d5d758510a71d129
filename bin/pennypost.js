#!/usr/bin/env node
// Starts the command line. Written for any Node, so that an old one says what is wanted instead of
// a syntax error. A checkout runs its sources; the packed package has none and runs what was built
// from them.

// The engine lets the space of young objects grow to 100 MB and more while emails go out, for
// nothing: with a bound a worker needs 90 MB less and no more processor time
// (bench/results/2026-11-21.md). The bound is read only when the engine starts, so the service
// takes its own place once: same process, same number, whoever started it and however. Who has set
// a bound of their own keeps it. A copy of an account keeps little: it takes 24 MB less with half
// of it, and 40 MB less when its heap only doubles between collections.
const BOUNDS =
  process.argv[2] === 'migrate'
    ? ['--max-semi-space-size=8', '--heap-growing-percent=100']
    : ['--max-semi-space-size=16']

function bounded() {
  const given = process.execArgv.concat(process.env.NODE_OPTIONS || '')
  return given.some(option => /semi[-_]space[-_]size/.test(option))
}

// What the engine has compiled is kept for the next command, which then takes a third of the time.
// In the user's home and not among temporary files, where somebody else could leave code for us to
// run. NODE_COMPILE_CACHE names another folder. Not for the service: code from the cache stays
// slower, a pixel by a tenth (docs/performance.md), and it starts once.
function keepCompiled() {
  if (process.env.NODE_COMPILE_CACHE) return
  const builtin = process.getBuiltinModule
  try {
    const home = builtin('node:os').userInfo().homedir
    builtin('node:module').enableCompileCache(
      builtin('node:path').join(home, '.cache', 'pennypost'),
    )
  } catch {
    // A user without a home.
  }
}

// zod imports its messages in some sixty languages, a file each, and English alone is used. The
// package is built without them; in a checkout they take a fifth of the time of a command.
function onlyEnglish() {
  process.getBuiltinModule('node:module').registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier === '../locales/index.js' ? '../locales/en.js' : specifier, context),
  })
}

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('Pennypost needs Node.js 24 or later; this is Node.js %s.', process.versions.node)
  process.exitCode = 1
} else {
  const long = ['start', 'migrate', 'shadow'].includes(process.argv[2])
  if (long && process.platform !== 'win32' && !bounded())
    process.execve(
      process.execPath,
      [process.execPath].concat(BOUNDS, process.execArgv, process.argv.slice(1)),
      process.env,
    )
  if (!long) {
    keepCompiled()
    onlyEnglish()
  }
  import('../src/cli/main.ts')
    .catch(error => {
      if (error.code === 'ERR_MODULE_NOT_FOUND' && /\/src\/cli\/main\.ts$/.test(String(error.url)))
        return import('../dist/cli/main.js')
      throw error
    })
    .then(program => program.main(process.argv))
}
