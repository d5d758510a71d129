/** InsertSubscriber over SOAP 1.1, new addresses, 32 connections, durable when answered. */
import { type Context, drive, startBare, startService } from './driving.ts'
import { Figures, type Ratio, type Result, ratio } from './figures.ts'
import { commitsOf, forgetInserts } from './fixture.ts'
import { findPgbench, pgbench } from './pgbench.ts'
import { processorOf } from './processors.ts'
import { answerTo, insertOf, POSITIVE } from './requests.ts'
import { sized } from './smoke.ts'
import { startBeside, takeTurns } from './turns.ts'

const CONNECTIONS = 32
/**
 * Warm-up: a newly started server reads its pages from disk, and writes each page in full to the
 * WAL at its first change (later once every fifteen minutes).
 */
const WARM_MILLIS = sized(15_000, 20)
const PGBENCH = {
  statement: 'pgbench, the same statement',
  transaction: 'pgbench, a statement for each step',
}

export async function insert(context: Context): Promise<Omit<Result, 'loads'>> {
  const { fixture, runs, seconds, quietly, log } = context
  const program = findPgbench()
  if (program === undefined)
    log('no pgbench here (Debian: postgresql-15); going on without that baseline')
  const figures = new Figures()
  const { username, emptyList } = fixture.people
  const service = await startService(context)
  const stamp = Date.now().toString(36)
  const request = (run: string) => insertOf(username, emptyList, run)
  const { body } = await answerTo(
    service.port,
    request(`first${stamp}`).replace('##########', 'sample'),
  )
  const bare = await startBare(body)
  const beside = await startBeside(context)
  const ratios: Ratio[] = []
  const load = { connections: CONNECTIONS, measuredMs: seconds * 1000, positive: POSITIVE.insert }
  try {
    log('warming up')
    for (const { port } of beside ? [beside, service] : [service])
      await drive({
        ...load,
        port,
        measuredMs: WARM_MILLIS,
        requests: [request(`w${port}x${stamp}`)],
      })
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      let part = 0
      const requests = () => [request(`r${run}x${part++}${stamp}`)]
      const base = await quietly(() => drive({ ...load, port: bare.port, requests: requests() }))
      figures.add('bare node:http', 'calls/s', base.perSecond)
      const ours = await quietly(async () => {
        const committed = await commitsOf(fixture)
        const processor = processorOf(service.pid, fixture.dataDir)
        const outcome = await drive({ ...load, port: service.port, requests: requests() })
        const used = processor()
        return {
          ...outcome,
          used,
          perCommit: outcome.allCalls / ((await commitsOf(fixture)) - committed),
        }
      })
      figures.add('InsertSubscriber', 'calls/s', ours.perSecond)
      figures.add('InsertSubscriber, p50', 'ms', ours.p50)
      figures.add('InsertSubscriber, p99', 'ms', ours.p99)
      figures.add('cores used by the service', 'cores', ours.used.service)
      figures.add('cores used by the store', 'cores', ours.used.store)
      figures.add('cores used by the load', 'cores', ours.loadShare)
      figures.add('calls per transaction of the store', 'calls', ours.perCommit)
      if (program !== undefined) {
        for (const script of ['statement', 'transaction'] as const) {
          const { perSecond } = await quietly(() =>
            pgbench(program, fixture, script, CONNECTIONS, seconds),
          )
          figures.add(PGBENCH[script], 'calls/s', perSecond)
        }
      }
      log(`run ${run + 1}: bare ${Math.round(base.perSecond)}, ours ${Math.round(ours.perSecond)}`)
    }
    log('taking turns')
    const targets = [
      { name: 'bare node:http', ...bare },
      { name: 'InsertSubscriber', ...service },
      ...(beside ? [{ name: 'InsertSubscriber of the other checkout', ...beside }] : []),
    ].map(({ name, port }, at) => ({
      name,
      port,
      requests: [request(`t${at}x${stamp}`)],
      positive: POSITIVE.insert,
    }))
    ratios.push(...(await quietly(() => takeTurns(figures, CONNECTIONS, targets, 0.18))))
  } finally {
    await bare.stop()
    await service.stop()
    await beside?.stop()
    await forgetInserts(fixture)
  }
  const ours = figures.get('InsertSubscriber')
  ratios.unshift(
    ratio('InsertSubscriber / bare node:http', ours, figures.get('bare node:http'), {
      least: 0.18,
      aim: 0.3,
    }),
  )
  if (program !== undefined) {
    for (const baseline of Object.values(PGBENCH)) {
      ratios.push(
        ratio(`InsertSubscriber / ${baseline}`, ours, figures.get(baseline), { least: 1 }),
      )
    }
  }
  return {
    name: 'insert',
    about:
      'InsertSubscriber over SOAP 1.1, each address new, 32 connections, on a store of ' +
      '1,000,000 subscribers; durable when answered.',
    series: figures.series,
    ratios,
  }
}
