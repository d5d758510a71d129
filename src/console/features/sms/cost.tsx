/** The cost of an SMS before it is sent, by price; the balance; the numbers left out. */
import { Link } from '@tanstack/react-router'
import { useFigures } from '../../texts/figures.ts'
import { decimal, millionths, useAmounts } from './amounts.ts'
import { type SmsTrial, useCredits } from './calls.ts'
import { useSmsTexts } from './words.ts'

export function CostOfSms({ plan, counting }: { plan: SmsTrial | undefined; counting: boolean }) {
  const texts = useSmsTexts()
  const amount = useAmounts()
  const { number } = useFigures()
  const credits = useCredits()
  if (!plan)
    return (
      <section>
        <h2>{texts.cost}</h2>
        <p className="soft small" aria-busy={counting}>
          {texts.costHint}
        </p>
      </section>
    )
  const { cost, planned, segments, state, prices } = plan
  const balance = credits.data?.balance ?? plan.balance
  const rest = millionths(balance) - millionths(cost)
  const held = state === 'held'
  return (
    <>
      <section aria-busy={counting}>
        <h2>{texts.cost}</h2>
        <p className={held ? 'sms-cost missing' : 'sms-cost'}>{amount(cost)}</p>
        <p className="soft small">
          {texts.credits(texts.sms1(planned, number(planned)), texts.segments(segments))}
        </p>
        <dl className="facts">
          {prices.map(at => (
            <div key={at.price}>
              <dt>{texts.atPrice(number(at.numbers), amount(at.price))}</dt>
              <dd>{amount(at.cost)}</dd>
            </div>
          ))}
          <div>
            <dt className="strong">{texts.balance}</dt>
            <dd className="strong">{amount(balance)}</dd>
          </div>
          <div>
            <dt>{rest < 0n ? texts.missing : texts.after}</dt>
            <dd className={rest < 0n ? 'problem strong' : ''}>
              {amount(decimal(rest < 0n ? -rest : rest))}
            </dd>
          </div>
        </dl>
        {held && <p className="small problem">{texts.wouldHold}</p>}
        {planned === 0 && <p className="small problem">{texts.nobodyGets}</p>}
      </section>
      <LeftOut {...plan} />
    </>
  )
}

export function LeftOut({
  candidates,
  planned,
  leftOut,
}: Pick<SmsTrial, 'candidates' | 'planned' | 'leftOut'>) {
  const texts = useSmsTexts()
  const { number } = useFigures()
  if (candidates <= planned) return null
  return (
    <section>
      <h2>
        {texts.leftOut}{' '}
        <small className="faint">
          {texts.leftOutOf(number(candidates - planned), number(candidates))}
        </small>
      </h2>
      <dl className="facts">
        {Object.entries(leftOut)
          .sort(([, a], [, b]) => b - a)
          .map(([reason, count]) => (
            <div key={reason}>
              <dt>{texts.leftOutReasons[reason] ?? reason}</dt>
              <dd>
                {number(count)}{' '}
                {reason === 'no-country-code' && (
                  <Link to="/sms" search={{ tab: 'prices' }}>
                    {texts.setCountry}
                  </Link>
                )}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
