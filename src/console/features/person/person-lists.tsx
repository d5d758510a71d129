/** The lists that a person is on, was on, and may join. */
import { useState } from 'react'
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import type { JoinedAnswer } from '../../../actions/subscribers/subscriptions.ts'
import { useLists } from '../../api/lists.ts'
import { useMembership } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { type LeftPerson, PutBackDialog } from '../../shared/people/put-back-dialog.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

/** A menu is no place for more. */
const MOST_CHOICES = 30

export function PersonLists(props: { person: SubscriberDetailAnswer; mayChange: boolean }) {
  const { person, mayChange } = props
  const texts = useTexts('people')
  const { day } = useFormats()
  const toast = useToast()
  const change = useMembership(person.id)
  const { data: all = [] } = useLists()
  const others = all.filter(({ id }) => !person.listIds.includes(id)).slice(0, MOST_CHOICES)
  const [left, setLeft] = useState<LeftPerson>()
  const join = (listId: number, name: string) => {
    const undo = () => change.mutate({ listId, joins: false })
    const onSuccess = (answer: JoinedAnswer | undefined) =>
      answer && !answer.subscribed
        ? setLeft({ person: answer, list: { id: listId, name } })
        : toast({ text: texts.joined(name), undo })
    change.mutate({ listId, joins: true }, { onSuccess })
  }
  const leave = (listId: number, name: string) => {
    const undo = () => change.mutate({ listId, joins: true })
    const onSuccess = () => toast({ text: texts.leftList(name), undo })
    change.mutate({ listId, joins: false }, { onSuccess })
  }
  return (
    <section className="stack">
      <div className="section-head">
        <h2>{texts.lists}</h2>
        {mayChange && !person.optedOut && others.length > 0 && (
          <ActionMenu
            name={texts.join}
            look="btn quiet"
            button={
              <>
                <Icon name="plus" />
                {texts.join}
              </>
            }
            actions={others.map(({ id, name }) => ({
              label: name,
              onClick: () => join(id, name),
            }))}
          />
        )}
      </div>
      {change.error && <Failure error={change.error} />}
      {left && <PutBackDialog left={left} onClose={() => setLeft(undefined)} />}
      {person.subscriptions.length === 0 && <p className="soft">{texts.noLists}</p>}
      <dl className="facts">
        {person.subscriptions.map(({ listId, name, subscribed, unsubscribed, ...rest }) => (
          <div key={listId}>
            <dt>
              <bdi className={unsubscribed ? 'gone' : ''}>{name}</bdi>
              <Consent {...rest} />
            </dt>
            <dd>
              {unsubscribed ? texts.left(day(unsubscribed)) : texts.since(day(subscribed))}
              {mayChange && person.listIds.includes(listId) && (
                <Button look="quiet" onClick={() => leave(listId, name)}>
                  {texts.leave}
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Subscription = SubscriberDetailAnswer['subscriptions'][number]

/** When and where a person consented to a list, and why they left it. */
function Consent(
  props: Pick<
    Subscription,
    'consentSource' | 'consentGiven' | 'unsubscribeSource' | 'unsubscribeReason'
  >,
) {
  const { consentSource, consentGiven, unsubscribeSource, unsubscribeReason } = props
  const texts = useTexts('people')
  const { time } = useFormats()
  return (
    <>
      {consentSource === null ? (
        <span className="sub faint small">{texts.noProof}</span>
      ) : (
        <span className="sub small">
          {consentGiven ? texts.agreed(time(consentGiven)) : texts.agreedSomeDay}.{' '}
          <bdi className="wrap">{texts.consentFrom(consentSource)}</bdi>
        </span>
      )}
      {unsubscribeSource !== null && (
        <span className="sub faint small">
          {texts.leftBy(texts.leaveSources[unsubscribeSource] ?? unsubscribeSource)}{' '}
          {unsubscribeReason && <q className="wrap">{unsubscribeReason}</q>}
        </span>
      )}
    </>
  )
}
