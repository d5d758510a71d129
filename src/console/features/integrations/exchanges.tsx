/** The last exchanges of a program, as they are kept: redacted. */
import { useFigures } from '../../texts/figures.ts'
import type { KeptExchange } from './calls.ts'
import { useEndWords, useProgramTexts } from './words.ts'

export function Exchanges({ exchanges }: { exchanges: readonly KeptExchange[] }) {
  const texts = useProgramTexts()
  return (
    <section className="stack">
      <div>
        <h3>{texts.exchanges}</h3>
        <p className="faint small">{texts.exchangesHint}</p>
      </div>
      {exchanges.length === 0 ? (
        <p className="soft">{texts.exchangesNone}</p>
      ) : (
        <ul className="exchanges">
          {exchanges.map(one => (
            <li key={`${one.at} ${one.call}`}>
              <OneExchange of={one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OneExchange({ of }: { of: KeptExchange }) {
  const texts = useProgramTexts()
  const { cause } = useEndWords()
  const { moment, number } = useFigures()
  const { at, operation, outcome, code, millis, call, parameters, headers, otherHeaders } = of
  return (
    <details>
      <summary>
        <span className="soft">{moment(at)}</span>{' '}
        <code className="wrap">{operation === '' ? texts.noOperation : operation}</code>
        <span className={`sub${outcome === '' ? ' soft' : ' program-failed'}`}>
          {cause(outcome)}
        </span>
      </summary>
      <p className="small soft">
        {[
          of.method,
          code === undefined ? '' : texts.answer(String(code)),
          texts.took(number(millis)),
          call === '' ? '' : texts.call(call),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {parameters.length > 0 && <Values title={texts.parameters} rows={parameters} />}
      <Values
        title={texts.headers}
        rows={headers}
        more={otherHeaders > 0 ? texts.otherHeaders(number(otherHeaders)) : undefined}
      />
    </details>
  )
}

type Row = KeptExchange['headers'][number] | KeptExchange['parameters'][number]

function Values(props: { title: string; rows: readonly Row[]; more?: string | undefined }) {
  const texts = useProgramTexts()
  const { number } = useFigures()
  const shown = ({ kind, length, shown }: Row['value']) => {
    if (kind === 'harmless') return <code>{shown}</code>
    const hasLength = kind !== 'empty' && kind !== 'nil' && kind !== 'secret'
    const word = texts.kinds[kind]
    return (
      <span className="redacted">{hasLength ? texts.redacted(word, number(length)) : word}</span>
    )
  }
  return (
    <dl className="exchange-values">
      <dt className="strong">{props.title}</dt>
      <dd className="faint">{props.more}</dd>
      {props.rows.map(row => (
        <div key={row.name} className={'rule' in row ? 'wrong' : undefined}>
          <dt>
            <code className="wrap">{row.name}</code>
          </dt>
          <dd className="wrap">
            {shown(row.value)}
            {'rule' in row && <span className="sub">{texts.wrongValue}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
