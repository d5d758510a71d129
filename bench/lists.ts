/**
 * GetMailingLists with 200 lists and 1,000,000 subscriptions: the first call of a process, and the
 * following ones.
 */
import { type Context, drive, startService } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { LISTS, PEOPLE } from './fixture.ts'
import { answerTo, listsOf, POSITIVE } from './requests.ts'

export async function lists(context: Context): Promise<Omit<Result, 'loads'>> {
  const { fixture, runs, seconds, quietly } = context
  const figures = new Figures()
  const request = listsOf(fixture.lists.username)
  const all = { requests: [request], positive: POSITIVE.lists }
  for (let run = 0; run < runs; run++) {
    context.noteLoad()
    const { first, alone, many } = await quietly(async () => {
      const service = await startService(context)
      try {
        const first = await drive({
          port: service.port,
          connections: 1,
          warmupMs: 0,
          mostCalls: 1,
          ...all,
        })
        const { body } = await answerTo(service.port, request)
        const rows = body.split('<MailingList ').length - 1
        const full = body.split(`<Subscribers>${PEOPLE / LISTS}<`).length - 1
        if (rows !== LISTS || full !== LISTS)
          throw new Error(`${rows} lists came, ${full} with the right number`)
        const alone = await drive({
          port: service.port,
          connections: 1,
          measuredMs: seconds * 1000,
          ...all,
        })
        const many = await drive({
          port: service.port,
          connections: 32,
          measuredMs: seconds * 1000,
          ...all,
        })
        return { first, alone, many }
      } finally {
        await service.stop()
      }
    })
    figures.add('first call of a process, which counts', 'ms', first.p50)
    figures.add('one call at a time, p50', 'ms', alone.p50)
    figures.add('one call at a time, p99', 'ms', alone.p99)
    figures.add('32 connections', 'calls/s', many.perSecond)
  }
  const twenty = {
    name: '20 ms',
    unit: 'ms',
    runs: figures.get('one call at a time, p50').runs.map(() => 20),
  }
  return {
    name: 'lists',
    about:
      'GetMailingLists over SOAP 1.1 with 200 lists of 5,000 subscribers; the numbers in an ' +
      'answer are at most a minute old.',
    series: figures.series,
    ratios: [
      ratio('one call at a time, p50 / 20 ms', figures.get('one call at a time, p50'), twenty, {
        most: 1,
      }),
      ratio(
        'first call of a process / 20 ms',
        figures.get('first call of a process, which counts'),
        twenty,
      ),
    ],
  }
}
