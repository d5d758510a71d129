#!/usr/bin/env node
// Starts the command line. Written for any Node, so that an old one says what is wanted instead of a syntax error.
// A checkout runs its sources; the packed package has none and runs what was built from them.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error('Pennypost needs Node.js 24 or later; this is Node.js %s.', process.versions.node)
  process.exitCode = 1
} else {
  import('../src/cli/main.ts')
    .catch(error => {
      if (error.code === 'ERR_MODULE_NOT_FOUND' && /\/src\/cli\/main\.ts$/.test(String(error.url)))
        return import('../dist/cli/main.js')
      throw error
    })
    .then(program => program.main(process.argv))
}
