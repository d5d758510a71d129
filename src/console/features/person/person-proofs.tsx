/** What a person agreed to by forms, in the words that were shown. */

import { Link } from '@tanstack/react-router'
import type { ProofAnswer } from '../../../actions/forms/sign-ups.ts'
import { useProofs } from '../../api/forms.ts'
import { useTexts } from '../../texts/language.tsx'
import './proofs.css'

export function PersonProofs({ subscriberId }: { subscriberId: number }) {
  const texts = useTexts('forms')
  const { data } = useProofs(subscriberId)
  if (!data || data.length === 0) return null
  return (
    <section className="stack">
      <h2>
        {texts.proofs}{' '}
        <Link className="small" to="/subscribers/$id/proofs" params={{ id: String(subscriberId) }}>
          {texts.print}
        </Link>
      </h2>
      {data.map(proof => (
        <Proof key={proof.id} proof={proof} />
      ))}
    </section>
  )
}

/** To the second, and the same wherever it is read: it is evidence. */
export const exactly = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

export function Proof({ proof }: { proof: ProofAnswer }) {
  const texts = useTexts('forms')
  const { shown, given, network, agent, page, measured } = proof
  const facts = [
    [texts.forLists, shown.lists.join(', ')],
    [texts.typed, given.map(({ label, value }) => `${label}: ${value}`).join(', ')],
    [texts.mayBeMeasured, measured === null ? '' : measured ? texts.ticked : texts.notTicked],
    [texts.signedUpAt, exactly(proof.signedUp)],
    [texts.confirmedAt, proof.singleOptIn ? texts.notAsked : exactly(proof.confirmed)],
    [texts.network, network],
    [texts.page, page],
    [texts.program, agent],
    [texts.confirmedFrom, proof.confirmedNetwork],
    [texts.emailId, proof.transactionId === null ? '' : String(proof.transactionId)],
  ] as const
  return (
    <div className="proof">
      <p className="soft">{texts.proofOf(proof.formName, proof.wordsVersion)}</p>
      <blockquote lang={proof.language}>
        <b>{shown.title}</b>
        {shown.intro !== '' && <p>{shown.intro}</p>}
        <p>{shown.consent}</p>
        {shown.measuring !== '' && <p>{shown.measuring}</p>}
      </blockquote>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
