/** Links with clicks, people and value; pointing at one lights it in the email. */
import type { LinkOutcome } from '../../../actions/sendings/sending-report.ts'
import { PeopleBar } from '../../parts/charts/outcome-bar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Counting } from './numbers.ts'

export function LinksTable(props: {
  links: readonly LinkOutcome[]
  counting: Counting
  lit: number | undefined
  onLit(link: number | undefined): void
}) {
  const texts = useTexts('report')
  const { number } = useFigures()
  const { links, counting, lit, onLit } = props
  const clicks = (link: LinkOutcome) => (counting === 'all' ? link.byAll : link.byPeople)
  const sorted = links.toSorted((a, b) => clicks(b) - clicks(a))
  const most = Math.max(1, ...links.map(clicks))
  const sum = (of: (link: LinkOutcome) => number) => links.reduce((all, one) => all + of(one), 0)
  return (
    <section className="sec" aria-labelledby="links">
      <div className="sech">
        <h2 id="links">{texts.links}</h2>
        <p>{counting === 'all' ? texts.clicksByAll : texts.clicksByPeople}</p>
      </div>
      {links.length === 0 && <p className="soft">{texts.noLinks}</p>}
      {links.length > 0 && (
        <table className="flush links">
          <thead>
            <tr>
              <th>{texts.link}</th>
              <th className="num">{texts.clicks}</th>
              <th className="num">{texts.people}</th>
              <th className="num hide-s">{texts.closures}</th>
              <th className="num hide-s">{texts.value}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(link => (
              <tr
                key={link.number}
                className={lit === link.number ? 'lit' : ''}
                onMouseEnter={() => onLit(link.number)}
                onMouseLeave={() => onLit(undefined)}
              >
                <td>
                  <button
                    type="button"
                    className="linkname"
                    onFocus={() => onLit(link.number)}
                    onBlur={() => onLit(undefined)}
                  >
                    <bdi>{link.words || shortOf(link.url)}</bdi>
                  </button>
                  {link.words !== '' && (
                    <span className="sub wrap">
                      <bdi>{shortOf(link.url)}</bdi>
                    </span>
                  )}
                  <PeopleBar
                    people={link.byPeople}
                    machines={counting === 'all' ? link.byAll - link.byPeople : 0}
                    most={most}
                  />
                </td>
                <td className="num">{number(clicks(link))}</td>
                <td className="num">{number(link.people)}</td>
                <td className="num hide-s">
                  {link.values.length === 0 ? '–' : number(ordersOf(link))}
                </td>
                <td className="num hide-s">
                  {link.values.length === 0
                    ? '–'
                    : link.values.map(({ currency, value }) => `${value} ${currency}`).join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{texts.allLinks}</th>
              <td className="num">{number(sum(clicks))}</td>
              <td className="num">–</td>
              <td className="num hide-s">{number(sum(ordersOf))}</td>
              <td className="num hide-s">–</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

const ordersOf = ({ values }: LinkOutcome): number =>
  values.reduce((sum, { closures }) => sum + closures, 0)

/** Without what all web addresses begin with. */
const shortOf = (url: string): string => url.replace(/^https?:\/\//, '')
