/** The facts of a proposal when it was made, and the present ones where they differ. */
import { useFigures } from '../../texts/figures.ts'
import type { ShownProposal } from './calls.ts'
import { useProposalTexts } from './words.ts'

type Fact = ShownProposal['facts'][number]

export function ProposalFacts({ facts }: { facts: readonly Fact[] }) {
  const texts = useProposalTexts()
  const shown = useShown()
  if (facts.length === 0) return null
  const differ = facts.some(({ same }) => !same)
  return (
    <section>
      <div className="sech">
        <h2>{texts.rests}</h2>
      </div>
      {differ ? (
        <Compared facts={facts} />
      ) : (
        <dl className="facts">
          {facts.filter(isReadable).map(one => (
            <div key={`${one.code} ${one.of}`}>
              <dt>{texts.facts[one.code]}</dt>
              <dd className="wrap">
                <bdi>{shown(one, one.was)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** A fact without a text of its own has words. */
function useShown(): (fact: Fact, value: string | null) => string {
  const texts = useProposalTexts()
  const { number } = useFigures()
  return ({ code }, value) => {
    if (code === 'everybody') return texts.everybody
    if (code === 'chosen') return texts.people(Number(value), number(Number(value)))
    return value || texts.empty
  }
}

/** Content and steps are compared by a hash: it says only whether they differ. */
const isReadable = ({ code }: Fact): boolean => code !== 'content' && code !== 'steps'

export function Compared({ facts }: { facts: readonly Fact[] }) {
  const texts = useProposalTexts()
  const shown = useShown()
  const then = (fact: Fact) =>
    fact.was === null ? texts.added : isReadable(fact) ? shown(fact, fact.was) : '–'
  const now = (fact: Fact) => {
    if (fact.same) return texts.same
    if (fact.now === null) return texts.removed
    return isReadable(fact) ? shown(fact, fact.now) : texts.other
  }
  return (
    <table className="compared">
      <thead>
        <tr>
          <th>
            <span className="sr">{texts.what}</span>
          </th>
          <th>{texts.asProposed}</th>
          <th>{texts.now}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(fact => (
          <tr key={`${fact.code} ${fact.of}`}>
            <th scope="row">{texts.facts[fact.code]}</th>
            <td className="wrap">
              <bdi>{then(fact)}</bdi>
            </td>
            <td className={fact.same ? 'wrap faint' : 'wrap'}>
              {fact.same ? now(fact) : <ins>{now(fact)}</ins>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
