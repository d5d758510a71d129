/** A sending whose emails a relay has taken, but for the first two, which it refused. */
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { sendingSetup } from './sending.ts'
import { startSink } from './smtp-sink.ts'
import { until } from './until.ts'

/** Ended two hours ago. */
export async function endedSending(people: number) {
  const setup = await sendingSetup(people)
  const refused = [1, 2].map(id => ({
    at: 'rcpt' as const,
    do: 'reply' as const,
    about: `p${id}@`,
    reply: '550 5.1.1 No such user',
  }))
  const sink = await startSink({ keep: people, tricks: refused })
  const workers = await setup.startWorkers(sink.port)
  const sendingId = await setup.send()
  await until(async () => {
    const { state } = await sendingProgress(setup.store, setup.accountId, sendingId)
    return state === 'finished'
  })
  await workers.stop()
  await sink.stop()
  await setup.ask("update sendings set finished_at = now() - interval '2 hours'")
  return { ...setup, sendingId, messages: sink.messages }
}
