/** The three facts of a person, kept apart: decision 0008. */
import type { ReactNode } from 'react'
import type { SubscriberDetailAnswer } from '../../../console-api/v1/routes/subscribers.ts'
import { useAddOptOut, useLiftOptOut, useRelease } from '../../api/blocked.ts'
import { Button } from '../../parts/button.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { peopleTexts } from '../../texts/people/texts.ts'

export function PersonFacts(props: { person: SubscriberDetailAnswer; mayChange: boolean }) {
  const { person, mayChange } = props
  const texts = useTextsOf(peopleTexts)
  const { day } = useFormats()
  const toast = useToast()
  const lift = useLiftOptOut()
  const optOutAgain = useAddOptOut()
  const release = useRelease()
  const { email, optedOut, optOut, undeliverable, complained, lists } = person
  return (
    <section className="stack">
      <h2>{texts.facts}</h2>
      {(lift.error ?? release.error) && <Failure error={lift.error ?? release.error} />}
      <Fact good={!optedOut} icon={optedOut ? 'optOut' : 'check'}>
        <b>{optedOut ? texts.wantsNot : texts.wants}</b>
        <span>
          {optedOut ? texts.optOutAt(day(optedOut)) : texts.wantsHint(lists.length)}{' '}
          {optOut?.reason && <q className="wrap">{optOut.reason}</q>}
        </span>
        {optedOut && mayChange && (
          <Button
            busy={lift.isPending}
            onClick={() => {
              const undo = () => optOutAgain.mutate({ email, reason: optOut?.reason ?? '' })
              lift.mutate(email, { onSuccess: () => toast({ text: texts.lifted, undo }) })
            }}
          >
            {texts.liftOptOut}
          </Button>
        )}
      </Fact>
      <Fact good={!undeliverable} icon={undeliverable ? 'suppressed' : 'mail'}>
        <b>{undeliverable ? texts.cannot : texts.can}</b>
        {undeliverable ? (
          <span>
            {texts.cannotSince(day(undeliverable.since))}{' '}
            {undeliverable.until && texts.triedAgain(day(undeliverable.until))}{' '}
            <code className="wrap">{undeliverable.reason}</code>
          </span>
        ) : (
          <span>{texts.canHint}</span>
        )}
        {undeliverable && mayChange && (
          <Button
            busy={release.isPending}
            onClick={() =>
              release.mutate(email, { onSuccess: () => toast({ text: texts.released }) })
            }
          >
            {texts.release}
          </Button>
        )}
      </Fact>
      <Fact good={!complained} icon="flag">
        <b>{complained ? texts.hasComplained(day(complained)) : texts.hasNotComplained}</b>
      </Fact>
    </section>
  )
}

function Fact(props: { good: boolean; icon: IconName; children: ReactNode }) {
  return (
    <div className={props.good ? 'fact' : 'fact bad'}>
      <Icon name={props.icon} />
      <div>{props.children}</div>
    </div>
  )
}
