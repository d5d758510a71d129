/** A newsletter in several languages: outcomes of each. */
import { baseOf } from '../../shared/sendings/measured.ts'
import { outcomesOf } from '../../shared/sendings/outcomes.ts'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { useLanguageName } from '../../texts/language-names.ts'
import { useLanguagesOfReport } from './calls.ts'

export function LanguageTable({ sendingId }: { sendingId: number }) {
  const texts = useTexts('report')
  const { number, rate } = useFigures()
  const nameOf = useLanguageName()
  const languages = useLanguagesOfReport(sendingId).data?.languages ?? []
  if (languages.length === 0) return null
  return (
    <section className="sec" aria-labelledby="languages">
      <div className="sech">
        <h2 id="languages">{texts.byLanguage}</h2>
      </div>
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.language}</th>
            <th className="num">{texts.sent}</th>
            <th className="num">{texts.outcomes.delivered}</th>
            <th className="num hide-s">{texts.bounced}</th>
            <th className="num">{texts.opened}</th>
            <th className="num">{texts.clicked}</th>
          </tr>
        </thead>
        <tbody>
          {languages.map(({ language, counts, opened, clicked, measured }) => {
            const of = outcomesOf(counts, null)
            const rateOf = (count: number, kind: 'opened' | 'clicked') => {
              const base = baseOf(kind, measured)
              return rate(count, base.few ? 0 : base.of)
            }
            return (
              <tr key={language}>
                <td className="wrap">{nameOf(language)}</td>
                <td className="num">{number(of.whole)}</td>
                <td className="num">{rate(of.delivered, of.whole)}</td>
                <td className="num hide-s">{rate(of.bounced, of.whole)}</td>
                <td className="num">{rateOf(opened, 'opened')}</td>
                <td className="num">{rateOf(clicked, 'clicked')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
