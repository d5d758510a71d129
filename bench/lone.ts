/** One call at a time on an idle server, with cached credentials. */
import { type Context, drive, startBare, startService } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { forgetInserts } from './fixture.ts'
import { findPgbench, pgbench } from './pgbench.ts'
import { answerTo, insertOf, listsOf, POSITIVE } from './requests.ts'

export async function lone(context: Context): Promise<Omit<Result, 'loads'>> {
  const { fixture, runs, seconds, quietly } = context
  const { username, emptyList } = fixture.people
  const figures = new Figures()
  const stamp = Date.now().toString(36)
  const program = findPgbench()
  const service = await startService(context)
  const insert = (run: string) => insertOf(username, emptyList, `${run}${stamp}`)
  const { body } = await answerTo(service.port, insert('first').replace('##########', 'sample'))
  const bare = await startBare(body)
  const one = { connections: 1, measuredMs: seconds * 1000 }
  try {
    for (let run = 0; run < runs; run++) {
      context.noteLoad()
      let part = 0
      const base = await quietly(() =>
        drive({ ...one, port: bare.port, requests: [insert('b')], positive: POSITIVE.insert }),
      )
      figures.add('bare node:http, p50', 'ms', base.p50)
      figures.add('bare node:http, p99', 'ms', base.p99)
      if (program !== undefined) {
        const { latency } = await quietly(() => pgbench(program, fixture, 'statement', 1, seconds))
        figures.add('pgbench, the same statement, one client, mean', 'ms', latency)
      }
      const ours = await quietly(() =>
        drive({
          ...one,
          port: service.port,
          requests: [insert(`l${run}x${part++}`)],
          positive: POSITIVE.insert,
        }),
      )
      figures.add('InsertSubscriber, p50', 'ms', ours.p50)
      figures.add('InsertSubscriber, p99', 'ms', ours.p99)
      const lists = await quietly(() =>
        drive({
          ...one,
          port: service.port,
          requests: [listsOf(username)],
          positive: POSITIVE.lists,
        }),
      )
      figures.add('GetMailingLists, 2 lists, p50', 'ms', lists.p50)
      figures.add('GetMailingLists, 2 lists, p99', 'ms', lists.p99)
    }
  } finally {
    await bare.stop()
    await service.stop()
    await forgetInserts(fixture)
  }
  const three = {
    name: '3 ms',
    unit: 'ms',
    runs: figures.get('InsertSubscriber, p50').runs.map(() => 3),
  }
  return {
    name: 'lone',
    about:
      'One call at a time over one kept connection to an idle service, SOAP 1.1, ' +
      'credentials verified before.',
    series: figures.series,
    ratios: [
      ratio('InsertSubscriber, p50 / 3 ms', figures.get('InsertSubscriber, p50'), three, {
        most: 1,
      }),
      ratio('GetMailingLists, p50 / 3 ms', figures.get('GetMailingLists, 2 lists, p50'), three, {
        most: 1,
      }),
    ],
  }
}
