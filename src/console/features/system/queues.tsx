/** Work that waits, of all accounts, with the age of the oldest. */
import { useFigures } from '../../texts/figures.ts'
import type { ShownStatus } from './calls.ts'
import { useSystemTexts } from './words.ts'

interface Queue {
  name: string
  waiting: number
  oldestSeconds: number
}

export function Queues({ of }: { of: ShownStatus }) {
  const texts = useSystemTexts()
  const { number, span } = useFigures()
  const steps = of.triggers.reduce((sum, { due }) => sum + due, 0)
  const queues: Queue[] = [
    ...of.emails.map(one => ({ ...one, name: texts.emailsOf[one.of] ?? one.of })),
    ...of.work.map(({ kind, due, oldestSeconds }) => ({
      name: texts.work[kind] ?? texts.other(kind),
      waiting: due,
      oldestSeconds,
    })),
    {
      name: texts.steps,
      waiting: steps,
      oldestSeconds: Math.max(0, ...of.triggers.map(({ oldestSeconds }) => oldestSeconds)),
    },
    { name: texts.events, ...of.webhooks },
    { name: texts.hits, waiting: of.hitsUncounted, oldestSeconds: of.hitsOldestSeconds },
  ].filter(({ waiting }) => waiting > 0)
  return (
    <section aria-labelledby="queues">
      <div className="sech">
        <h2 id="queues">{texts.queues}</h2>
        <p>{texts.queuesHint}</p>
      </div>
      {queues.length === 0 ? (
        <p className="soft small">{texts.noQueue}</p>
      ) : (
        <table className="flush">
          <thead>
            <tr>
              <th>{texts.queue}</th>
              <th className="num">{texts.waiting}</th>
              <th className="num">{texts.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, oldestSeconds }) => (
              <tr key={name}>
                <td className="wrap">{name}</td>
                <td className="num">{number(waiting)}</td>
                <td className="num">{span(Math.max(0, oldestSeconds))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
