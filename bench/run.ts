/**
 * npm run bench [-- name ...] [--runs 5] [--seconds 5] [--emails 20000] [--numbers 100000] [--rows
 * 80000,1000000] [--deliveries 20000000] [--minutes 20] [--patience 1] [--beside DIR] [--profile]
 * [--smoke] Measures the service beside its baselines, in turns, on a store that is made once and
 * kept in bench/out/store.
 * With --smoke everything is tiny, on a store of its own that goes afterwards, and nothing is
 * written: to see that they all run. Prints tables, and writes bench/out/<name>.json and
 * bench/out/<name>.md. docs/performance.md tells what is measured and how.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bounceBench } from './bounces.ts'
import { clusterBench } from './cluster.ts'
import { coachBench } from './coach.ts'
import { composerBench } from './composer.ts'
import { consoleBench } from './console.ts'
import { type Context, loadNow, OUT, quietPart, stopShared } from './driving.ts'
import { emailSearch } from './email-search.ts'
import { emailsBench } from './emails.ts'
import { eventsBench } from './events.ts'
import { asMarkdown, asTable, type Result } from './figures.ts'
import { filters } from './filters.ts'
import { openFixture } from './fixture.ts'
import { formsBench } from './forms.ts'
import { hits } from './hits.ts'
import { importBench } from './import.ts'
import { insert } from './insert.ts'
import { lists } from './lists.ts'
import { lone } from './lone.ts'
import { machine } from './machine.ts'
import { measuringBench } from './measuring.ts'
import { migrateBench } from './migrate.ts'
import { openBare } from './own-database.ts'
import { page } from './page.ts'
import { summary } from './profile.ts'
import { publishedBench } from './published.ts'
import { reports } from './reports.ts'
import { send } from './send.ts'
import { isSmoke, sized } from './smoke.ts'
import { sms } from './sms.ts'
import { soak } from './soak.ts'
import { start } from './start.ts'
import { submissionBench } from './submission.ts'
import { transactions } from './transactions.ts'
import { triggers } from './triggers.ts'
import { upsertsBench } from './upserts.ts'
import { watch } from './watch.ts'
import { webhookBench } from './webhooks.ts'
import { years } from './years.ts'

const benches: Record<string, (context: Context) => Promise<Omit<Result, 'loads'>>> = {
  insert,
  page,
  lists,
  lone,
  hits,
  start,
  filters,
  forms: formsBench,
  events: eventsBench,
  measuring: measuringBench,
  console: consoleBench,
  composer: composerBench,
  send: context => send(context, Number(values.emails)),
  watch: context => watch(context, Number(values.emails)),
  bounces: context => bounceBench(context, Number(values.emails)),
  published: publishedBench,
  reports,
  transactions,
  emails: emailsBench,
  submission: submissionBench,
  triggers,
  sms: context => sms(context, Number(values.numbers)),
  webhooks: webhookBench,
  cluster: clusterBench,
  import: context => importBench(context, values.rows.split(',').map(Number)),
  upserts: upsertsBench,
  migrate: context => migrateBench(context, Math.max(...values.rows.split(',').map(Number))),
  soak: context => soak(context, Number(values.minutes)),
  years,
  coach: context => coachBench(context, Number(values.deliveries)),
  'email-search': context => emailSearch(context, Number(values.deliveries)),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: String(sized(5, 1)) },
    seconds: { type: 'string', default: String(sized(5, 0.1)) },
    /** Of a sending, and bounce messages. */
    emails: { type: 'string', default: String(sized(20_000, 50)) },
    /** Of an SMS. */
    numbers: { type: 'string', default: String(sized(100_000, 50)) },
    /** Of imports, separated by commas. */
    rows: { type: 'string', default: isSmoke ? '500' : '80000,1000000' },
    /** Of a search of single emails, and of findings on deliverability. */
    deliveries: { type: 'string', default: String(sized(20_000_000, 2_000)) },
    /** Of a soak. */
    minutes: { type: 'string', default: '20' },
    patience: { type: 'string', default: '1' },
    /**
     * Another checkout with its packages installed: inserts and hits are measured for both, in
     * turns.
     */
    beside: { type: 'string' },
    store: { type: 'string', default: `${OUT}store` },
    profile: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
  },
})
/** No measurements of pace: they run when they are asked for, and in a smoke run. */
const ASKED_FOR = ['soak', 'years', 'email-search', 'coach']
const usual = Object.keys(benches).filter(name => isSmoke || !ASKED_FOR.includes(name))
const names = positionals.length > 0 ? positionals : usual
const unknown = names.filter(name => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no bench ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}

mkdirSync(OUT, { recursive: true })
const log = (line: string) => console.error(`  ${line}`)
let fixture = await (names.every(name =>
  [
    'import',
    'migrate',
    'bounces',
    'published',
    'reports',
    'watch',
    'hits',
    'filters',
    'forms',
    'events',
    'measuring',
    'console',
    'composer',
    'transactions',
    'emails',
    'upserts',
    'triggers',
    'webhooks',
    'sms',
    'soak',
    'years',
    'email-search',
    'coach',
    'cluster',
  ].includes(name),
)
  ? openBare
  : openFixture)(values.store, log)
try {
  const here = machine(fixture.serverVersion)
  console.log(`${here}\n`)
  for (const name of names) {
    const loads: number[] = []
    const profiles = values.profile ? `${OUT}profile-${name}` : undefined
    if (profiles !== undefined) rmSync(profiles, { recursive: true, force: true })
    const context: Context = {
      fixture,
      runs: Number(values.runs),
      seconds: Number(values.seconds),
      profiles,
      beside: values.beside,
      log,
      quietly: quietPart(fixture.dataDir, Number(values.patience)),
      noteLoad: () => loads.push(loadNow()),
    }
    const measured = await benches[name]!(context)
    fixture = context.fixture
    const result: Result = { ...measured, loads }
    console.log(asTable(result))
    if (isSmoke) continue
    if (profiles !== undefined) console.log(summary(profiles))
    writeFileSync(
      `${OUT}${name}.json`,
      `${JSON.stringify({ machine: here, at: new Date().toISOString(), ...result }, null, 2)}\n`,
    )
    writeFileSync(`${OUT}${name}.md`, asMarkdown(result))
  }
} finally {
  await stopShared()
  await fixture.close()
  if (isSmoke) rmSync(OUT, { recursive: true, force: true })
}
