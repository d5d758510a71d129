/** The three facts of a person, kept apart: decision 0008. */
import { type ReactNode, useState } from 'react'
import type { SubscriberDetailAnswer } from '../../../actions/subscribers/subscribers.ts'
import { useAddOptOut, useLiftOptOut, useRelease } from '../../api/blocked.ts'
import { Button } from '../../parts/button.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function PersonFacts(props: { person: SubscriberDetailAnswer; mayChange: boolean }) {
  const { person, mayChange } = props
  const texts = useTexts('people')
  const { day } = useFormats()
  const toast = useToast()
  const lift = useLiftOptOut()
  const optOutAgain = useAddOptOut()
  const release = useRelease()
  const { email, optedOut, optOut, undeliverable, complained, listIds, paused } = person
  const wants = !optedOut && listIds.length > 0
  /** The list that was left last, of somebody who is on none. */
  const gone =
    listIds.length > 0
      ? undefined
      : person.subscriptions
          .filter(({ unsubscribed }) => unsubscribed !== null)
          .toSorted((a, b) => (a.unsubscribed! < b.unsubscribed! ? 1 : -1))[0]
  const by = texts.leftBy(texts.leaveSources[gone?.unsubscribeSource ?? ''] ?? texts.byMember)
  const [asked, setAsked] = useState<'lift' | 'release'>()
  const liftIt = (reason: string) => {
    const undo = () => optOutAgain.mutate({ email, reason: optOut?.reason ?? '' })
    const onSuccess = () => {
      setAsked(undefined)
      toast({ text: texts.lifted, undo })
    }
    lift.mutate({ email, reason }, { onSuccess })
  }
  const releaseIt = (reason: string) => {
    const onSuccess = () => {
      setAsked(undefined)
      toast({ text: texts.released })
    }
    release.mutate({ email, reason }, { onSuccess })
  }
  return (
    <section className="stack">
      <h2>{texts.facts}</h2>
      <Fact good={wants} icon={wants ? 'check' : 'optOut'}>
        <b>
          {optedOut && texts.wantsNot}
          {!optedOut && (gone ? texts.unsubscribed : wants ? texts.wants : texts.onNoList)}
        </b>
        <span>
          {optedOut && texts.optOutAt(day(optedOut))}
          {!optedOut && wants && texts.wantsHint(listIds.length)}
          {!optedOut && wants && paused && ` ${texts.pausedUntil(day(paused))}`}
          {!optedOut && !wants && !gone && texts.onNoListHint}
          {!optedOut && gone && texts.unsubscribedHint(gone.name, day(gone.unsubscribed!), by)}{' '}
          {!optedOut && gone?.unsubscribeReason && <q className="wrap">{gone.unsubscribeReason}</q>}{' '}
          {optOut?.reason && <q className="wrap">{optOut.reason}</q>}
        </span>
        {optedOut && mayChange && (
          <Button onClick={() => setAsked('lift')}>{texts.liftOptOut}</Button>
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
          <Button onClick={() => setAsked('release')}>{texts.release}</Button>
        )}
      </Fact>
      <Fact good={!complained} icon="flag">
        <b>{complained ? texts.hasComplained(day(complained)) : texts.hasNotComplained}</b>
      </Fact>
      {asked && (
        <ReasonDialog
          {...{ asked, email }}
          busy={lift.isPending || release.isPending}
          error={asked === 'lift' ? lift.error : release.error}
          onClose={() => setAsked(undefined)}
          onDone={asked === 'lift' ? liftIt : releaseIt}
        />
      )}
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
