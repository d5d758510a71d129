/** What nobody uses: files, packages, exports; queries too, which are exports of .sql.ts files. */
import type { KnipConfig } from 'knip'

/** With --production only what the program itself uses counts, not the tests: asked of queries. */
const onlyQueries = process.argv.includes('--production')

const config: KnipConfig = {
  entry: [
    // Started by address, not imported.
    'src/**/*-{thread,process}.ts!',
    // The browser's; its page names it.
    'src/console/main.tsx!',
    'test/db/embedded-user.ts',
    'test/console/typed-calls.ts',
    'test/**/*.test.ts',
    'scripts/*.ts',
    'bench/{run,compose,import-large,read-files,smtp,smtp-server-only}.ts',
  ],
  project: ['src/**/*.{ts,tsx}!', '{test,scripts,bench}/**/*.ts', '!test/clients/weeks/**'],
  // Programs of the system.
  ignoreBinaries: ['.*'],
  // Required by a name.
  ignoreDependencies: ['sms-segments-calculator'],
  // The parameters and results of what is exported may have names of their own.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ...(onlyQueries && { ignoreIssues: { 'src/**/!(*.sql).ts': ['exports'] } }),
}

export default config
