/** What a provider said on a day, or in the whole month, the commonest first. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import type { ProviderPlace } from './provider-heat.tsx'

export function ProviderReplies(props: {
  place: ProviderPlace
  onPlace(place: ProviderPlace | undefined): void
}) {
  const texts = useTexts('deliverability')
  const { number, date, day: shortDay } = useFigures()
  const { provider, day } = props.place
  const period = day === null ? {} : { from: day, until: day }
  const { data, error, refetch } = useQuery({
    queryKey: ['providers', provider, day],
    queryFn: async () =>
      (await call('GET /providers/:provider/replies', { params: { provider }, query: period }))
        .items,
  })
  const again = () => void refetch()
  const name = provider === 'other' ? texts.other : provider
  return (
    <section className="sec" aria-labelledby="replies">
      <div className="sech">
        <h2 id="replies">{day === null ? texts.allDays(name) : texts.day(name, date(day))}</h2>
        <span className="row">
          {day !== null && (
            <Button look="quiet" onClick={() => props.onPlace({ provider, day: null })}>
              {texts.wholeMonth}
            </Button>
          )}
          <Button look="quiet" onClick={() => props.onPlace(undefined)}>
            {texts.close}
          </Button>
        </span>
      </div>
      {error && <Failure error={error} onRetry={again} />}
      {!data && !error && <LoadingRows onRetry={again} />}
      {data?.length === 0 && <p className="soft">{texts.saysNothing}</p>}
      {data && data.length > 0 && (
        <table className="flush">
          <thead>
            <tr>
              <th>{texts.says}</th>
              <th className="num">{texts.emails}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ outcome, reply, messages, routeId, last }) => (
              <tr key={`${outcome} ${routeId} ${reply}`}>
                <td className="wrap">
                  <b>{texts.outcomes[outcome]}</b>
                  <span className="sub mono">{reply}</span>
                </td>
                <td className="num">
                  {number(messages)}
                  {day === null && <span className="sub soft tiny">{shortDay(last)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
