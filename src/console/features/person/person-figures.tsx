/** A year of a person: emails, opens, clicks, and orders if there are any. */
import { useEngagement } from '../../api/people.ts'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function PersonFigures({ id }: { id: number }) {
  const texts = useTexts('people')
  const { number, day } = useFormats()
  const { data } = useEngagement(id)
  if (!data) return null
  const { emails, complete, opened, clicked, links, bought, lastAct } = data
  const orders = bought.reduce((sum, each) => sum + each.orders, 0)
  const values = bought.map(({ currency, value }) => `${value} ${currency}`.trim())
  const figures: [string, string, string][] = [
    [texts.gotInYear, number(emails), complete ? '' : texts.gotLately],
    [texts.openedInYear, number(opened), texts.openedOf(number(emails))],
    [texts.clickedInYear, number(clicked), texts.linksIn(number(links))],
    orders > 0
      ? [texts.bought, values.join(', '), texts.ordersOf(number(orders))]
      : [texts.lastAct, lastAct === null ? texts.never : day(lastAct), ''],
  ]
  return (
    <dl className="figures">
      {figures.map(([label, figure, more]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {figure}
            {more !== '' && <span className="sub faint small">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
