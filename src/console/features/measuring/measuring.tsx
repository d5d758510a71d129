/** Measuring: the answers of people, and the rule for people who were not asked. */
import { useState } from 'react'
import {
  type MeasuredChoice,
  type MeasuringRuleAnswer,
  useMeasuringRule,
  useSetMeasuringRule,
} from '../../api/measuring.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Legend, OutcomeBar } from '../../parts/charts/outcome-bar.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { RuleChoice } from '../../shared/measuring/rule-choice.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { ByList } from './by-list.tsx'
import '../../parts/charts/charts.css'
import './measuring.css'

export function MeasuringPage() {
  const texts = useTexts('measuring')
  const rule = useMeasuringRule()
  if (!rule.data)
    return <UnreadPage title={texts.title} error={rule.error} onRetry={rule.refetch} />
  return <Shown rule={rule.data} />
}

function Shown({ rule }: { rule: MeasuringRuleAnswer }) {
  const texts = useTexts('measuring')
  const { number, date } = useFigures()
  const toast = useToast()
  const mayChange = useRight('people')
  const save = useSetMeasuringRule()
  const [opens, setOpens] = useState<MeasuredChoice>(rule.opens)
  const [clicks, setClicks] = useState<MeasuredChoice>(rule.clicks)
  const [removesHits, setRemovesHits] = useState(rule.removesHits)
  const before = { opens: rule.opens, clicks: rule.clicks, removesHits: rule.removesHits }
  const isChanged =
    opens !== rule.opens || clicks !== rule.clicks || removesHits !== rule.removesHits
  const undo = () =>
    save.mutate(before, {
      onSuccess: () => {
        setOpens(before.opens)
        setClicks(before.clicks)
        setRemovesHits(before.removesHits)
        toast({ text: texts.undone })
      },
    })
  const submit = () =>
    save.mutate(
      { opens, clicks, removesHits },
      { onSuccess: () => toast({ text: texts.saved, undo }) },
    )
  const unasked = Math.max(rule.people.opens.notAsked, rule.people.clicks.notAsked)
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          mayChange && (
            <Button look="primary" busy={save.isPending || !isChanged} onClick={submit}>
              {texts.save}
            </Button>
          )
        }
      />
      <div className="page stack wide measuring">
        <Answers rule={rule} />
        {save.error && <Failure error={save.error} />}
        <section>
          <div className="sech">
            <h2>{texts.rule}</h2>
            <p>{texts.ruleHint(number(unasked))}</p>
          </div>
          <div className="rule-choices">
            <RuleChoice kind="opens" value={opens} off={!mayChange} onChange={setOpens} />
            <RuleChoice kind="clicks" value={clicks} off={!mayChange} onChange={setClicks} />
          </div>
          <p className="soft small">
            {rule.since === null ? texts.always : texts.since(date(rule.since))} {texts.fromNow}
          </p>
          <p className="note">
            <Icon name="alert" />
            <span>{texts.noAdvice}</span>
          </p>
        </section>
        <section>
          <div className="sech">
            <h2>{texts.declines}</h2>
          </div>
          <fieldset className="plain-set" disabled={!mayChange}>
            <YesNo label={texts.removesHits} value={removesHits} onChange={setRemovesHits} />
            <p className="soft small">{texts.removesHitsHint}</p>
          </fieldset>
        </section>
        <section>
          <h2>{texts.asked}</h2>
          <ul className="measuring-ways">
            <li>{texts.askedForm}</li>
            <li>{texts.askedEmail}</li>
            <li>{texts.askedFile}</li>
            <li>{texts.askedMember}</li>
          </ul>
        </section>
        <ByList />
        <section>
          <h2>{texts.report}</h2>
          <p className="soft">{texts.reportHint}</p>
        </section>
      </div>
    </>
  )
}

function Answers({ rule: { people } }: { rule: MeasuringRuleAnswer }) {
  const texts = useTexts('measuring')
  const { number, rate } = useFigures()
  const all = people.opens.agreed + people.opens.declined + people.opens.notAsked
  const both = Math.min(people.opens.agreed, people.clicks.agreed)
  const isSame =
    people.opens.agreed === people.clicks.agreed && people.opens.declined === people.clicks.declined
  return (
    <section>
      <p className="measuring-line">
        {texts.agreedLine(number(both), number(all), rate(both, all))}
      </p>
      <AnswersBar of={people.opens} name={isSame ? undefined : texts.ofOpens} />
      {!isSame && <AnswersBar of={people.clicks} name={texts.ofClicks} />}
      <p className="soft small">{texts.declinedHint}</p>
    </section>
  )
}

function AnswersBar(props: {
  of: MeasuringRuleAnswer['people']['opens']
  name: string | undefined
}) {
  const texts = useTexts('measuring')
  const { number } = useFigures()
  const { of, name } = props
  const { agreed, declined, notAsked } = of
  const said = [
    `${texts.agreed} ${number(agreed)}`,
    `${texts.declined} ${number(declined)}`,
    `${texts.notAsked} ${number(notAsked)}`,
  ]
  return (
    <div className="answers-bar">
      {name && <p className="strong">{name}</p>}
      <OutcomeBar
        size="l"
        label={said.join(', ')}
        whole={agreed + declined + notAsked}
        parts={[
          { look: 'engaged', label: texts.agreed, count: agreed },
          { look: 'ghost', label: texts.declined, count: declined },
        ]}
      />
      <Legend
        entries={[
          { look: 'engaged', text: said[0] },
          { look: 'ghost', text: said[1] },
          { look: 'waiting', text: said[2] },
        ]}
      />
    </div>
  )
}
