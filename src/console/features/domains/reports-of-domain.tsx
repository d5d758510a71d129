/** Reports of receivers on one domain: shares by reporter, failed sources, encryption. */
import type { CallAnswer } from '../../api/client.ts'
import { TickBar } from '../../parts/charts/outcome-bar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useDomainTexts } from './words.ts'

type Domain = CallAnswer<'GET /installation/receiver-reports'>['domains'][number]
type Source = Domain['dmarc']['failed'][number]

/** Rows of each table; the command of the operator has all. */
const SHOWN = 20
/** From here a stricter policy keeps out hardly anything that is one's own. */
const NEARLY_ALL = 0.99
/** Fewer emails say little. */
const ENOUGH = 1_000

export function ReportsOfDomain({ of }: { of: Domain }) {
  const texts = useDomainTexts()
  const { number, share } = useFigures()
  const { domain, dmarc, tls } = of
  const passed = dmarc.emails === 0 ? 0 : dmarc.passed / dmarc.emails
  const title = `reports-${domain}`
  return (
    <section className="sec stack" aria-labelledby={title}>
      <div className="report-head">
        <h2 id={title} className="wrap">
          <bdi>{domain}</bdi>
        </h2>
        <span className="soft">
          {dmarc.emails === 0 ? texts.noneSent : texts.passed(share(passed), number(dmarc.emails))}
        </span>
      </div>
      {dmarc.emails > 0 && (
        <span className="report-bar">
          <TickBar value={passed} label={share(passed)} look="delivered" />
        </span>
      )}
      {dmarc.emails >= ENOUGH && passed >= NEARLY_ALL && <p className="note">{texts.stricter}</p>}
      <Reporters of={dmarc.reporters} />
      <Failed of={dmarc.failed} />
      {tls.reports > 0 && <Encryption of={tls} />}
    </section>
  )
}

function Reporters({ of }: { of: Domain['dmarc']['reporters'] }) {
  const texts = useDomainTexts()
  const { number, rate } = useFigures()
  if (of.length === 0) return null
  return (
    <table className="flush">
      <thead>
        <tr>
          <th>{texts.reporter}</th>
          <th className="num">{texts.emails}</th>
          <th className="num">{texts.passing}</th>
        </tr>
      </thead>
      <tbody>
        {of.slice(0, SHOWN).map(({ reporter, emails, passed }) => (
          <tr key={reporter}>
            <td className="wrap">
              <bdi>{reporter}</bdi>
            </td>
            <td className="num">{number(emails)}</td>
            <td className="num">{rate(passed, emails)}</td>
          </tr>
        ))}
        <More rows={of.length} columns={3} />
      </tbody>
    </table>
  )
}

function Failed({ of }: { of: readonly Source[] }) {
  const texts = useDomainTexts()
  const { number } = useFigures()
  if (of.length === 0) return null
  const dispositions: Record<string, string> = texts.dispositions
  return (
    <>
      <h3>{texts.failedTitle}</h3>
      <p className="soft">{texts.failedHint}</p>
      <table className="flush">
        <thead>
          <tr>
            <th>{texts.source}</th>
            <th>{texts.became}</th>
            <th className="num">{texts.emails}</th>
          </tr>
        </thead>
        <tbody>
          {of.slice(0, SHOWN).map(one => (
            <tr key={`${one.source} ${one.headerFrom} ${one.disposition}`}>
              <td className="wrap">
                <span className="mono">{one.source || texts.otherSources}</span>
                {one.signedBy !== null && (
                  <span className="sub soft tiny">{texts.signedAs(one.signedBy)}</span>
                )}
              </td>
              <td className="wrap">
                {dispositions[one.disposition] ?? texts.dispositions.none}
                <span className="sub soft tiny">
                  <bdi>{one.reporters.slice(0, 3).join(', ')}</bdi>
                </span>
              </td>
              <td className="num">{number(one.emails)}</td>
            </tr>
          ))}
          <More rows={of.length} columns={3} />
        </tbody>
      </table>
    </>
  )
}

function Encryption({ of }: { of: Domain['tls'] }) {
  const texts = useDomainTexts()
  const { number, rate } = useFigures()
  const { sessions, failed, failures } = of
  return (
    <>
      <h3>{texts.tlsTitle}</h3>
      <p>{texts.tls(rate(sessions - failed, sessions), number(sessions))}</p>
      {failures.length > 0 && (
        <table className="flush">
          <thead>
            <tr>
              <th>{texts.failure}</th>
              <th>{texts.server}</th>
              <th className="num">{texts.sessions}</th>
            </tr>
          </thead>
          <tbody>
            {failures.slice(0, SHOWN).map(one => (
              <tr key={`${one.policy} ${one.failure} ${one.mx}`}>
                <td className="wrap mono">{one.failure}</td>
                <td className="wrap mono">{one.mx}</td>
                <td className="num">{number(one.sessions)}</td>
              </tr>
            ))}
            <More rows={failures.length} columns={3} />
          </tbody>
        </table>
      )}
    </>
  )
}

function More(props: { rows: number; columns: number }) {
  const texts = useDomainTexts()
  const { number } = useFigures()
  if (props.rows <= SHOWN) return null
  return (
    <tr>
      <td colSpan={props.columns} className="soft">
        {texts.more(number(props.rows - SHOWN))}
      </td>
    </tr>
  )
}
