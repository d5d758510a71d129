/** Which relay an email of some kind would go by now, and why. */
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { type RuleTrial, type TrialInput, useTrial } from './calls.ts'
import { type Criteria, CriteriaFields } from './criteria-fields.tsx'
import { useRuleTexts } from './words.ts'

const bodyOf = ({ kind, accountId, listId, senderDomain }: Criteria): TrialInput | undefined =>
  accountId === '' || kind === ''
    ? undefined
    : {
        kind,
        accountId: Number(accountId),
        ...(listId !== '' && { listId: Number(listId) }),
        ...(senderDomain.trim() !== '' && { senderDomain: senderDomain.trim() }),
      }

export function TrialSection() {
  const texts = useRuleTexts()
  const own = useSession().data?.account.id
  const [criteria, setCriteria] = useState<Criteria>({
    kind: 'newsletter',
    accountId: own === undefined ? '' : String(own),
    listId: '',
    senderDomain: '',
  })
  const trial = useTrial(bodyOf(criteria))
  return (
    <section aria-labelledby="rule-trial" className="rule-trial">
      <div className="sech">
        <h2 id="rule-trial">{texts.trial}</h2>
        <p>{texts.trialHint}</p>
      </div>
      <div className="rule-trial-fields">
        <CriteriaFields of={criteria} exact onChange={setCriteria} />
      </div>
      {trial.error && <Failure error={trial.error} />}
      {trial.data && <Way of={trial.data} />}
    </section>
  )
}

function Way({ of }: { of: RuleTrial }) {
  const texts = useRuleTexts()
  const { ruleIds, relays, takes, sandbox } = of
  const by = ruleIds.length === 0 ? texts.byNone : texts.byRules(ruleIds.join(', '))
  const lead = sandbox
    ? texts.sandbox
    : takes !== null
      ? `${texts.takes(takes)}: ${by}.`
      : relays.length === 0
        ? `${texts.nobody}.`
        : `${texts.waits}: ${by}.`
  return (
    <div className={takes === null && !sandbox ? 'note warn' : 'note'} role="status">
      <Icon name="forward" />
      <span>
        <b>{lead}</b>
        {relays.length > 1 || takes === null ? (
          <ul>
            {relays.map(({ name, obstacle }) => (
              <li key={name}>
                <bdi>{name}</bdi> {obstacle === null ? texts.ready : texts.obstacles[obstacle]}
              </li>
            ))}
          </ul>
        ) : null}
        {relays.some(({ name, warms }) => warms && name === takes) && <small>{texts.warms}</small>}
      </span>
    </div>
  )
}
