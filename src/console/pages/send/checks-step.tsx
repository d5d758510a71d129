/** What the check found, the worst first; and test emails. */
import { useState } from 'react'
import {
  type CheckedNewsletter,
  useAddTestGroup,
  useTestEmail,
  useTestGroups,
} from '../../api/audience.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTextsOf } from '../../texts/language.tsx'
import { sendTexts } from '../../texts/send/texts.ts'
import { isOnlyHere } from '../steering/only-here.ts'
import { SendStep } from './send-step.tsx'

const WORST_FIRST = ['wrong', 'look', 'ok'] as const
/** Of what passed; the others behind a press. */
const SHOWN = 5

export function ChecksStep(props: {
  newsletterId: number
  listId: number | undefined
  checked: CheckedNewsletter | undefined
  checking: boolean
  error: unknown
  onAgain(): void
  local: boolean
  onLocal(): void
}) {
  const texts = useTextsOf(sendTexts)
  const { number } = useFigures()
  const { checked, checking, error, onAgain } = props
  const findings = (checked?.findings ?? []).toSorted(
    (a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict),
  )
  const count = (verdict: string) => findings.filter(one => one.verdict === verdict).length
  const passed = findings.filter(({ verdict }) => verdict === 'ok')
  const others = findings.filter(({ verdict }) => verdict !== 'ok')
  const bad = count('wrong') > 0
  const state = checked === undefined ? 'open' : bad ? 'wrong' : others.length > 0 ? 'look' : 'done'
  return (
    <SendStep
      id="step-checks"
      title={texts.checks}
      aside={
        checked
          ? texts.checksSum(number(passed.length), number(count('look')), number(count('wrong')))
          : texts.checking
      }
      action={
        <Button busy={checking} icon={<Icon name="refresh" />} onClick={onAgain}>
          {texts.checkAgain}
        </Button>
      }
      state={state}
    >
      {error !== null && <Failure error={error} onRetry={onAgain} />}
      <ul className="pf">
        {[...others, ...passed.slice(0, SHOWN)].map(finding => (
          <Finding key={`${finding.what} ${finding.says}`} of={finding} />
        ))}
      </ul>
      {passed.length > SHOWN && (
        <details className="archive">
          <summary>{texts.morePassed(number(passed.length - SHOWN))}</summary>
          <ul className="pf">
            {passed.slice(SHOWN).map(finding => (
              <Finding key={`${finding.what} ${finding.says}`} of={finding} />
            ))}
          </ul>
        </details>
      )}
      <TestEmail {...props} />
    </SendStep>
  )
}

const ICONS = { ok: 'check', look: 'alert', wrong: 'wrong' } as const

function Finding({ of }: { of: CheckedNewsletter['findings'][number] }) {
  const texts = useTextsOf(sendTexts)
  return (
    <li className={of.verdict}>
      <Icon name={ICONS[of.verdict]} />
      <span className="wrap">
        <span className="sr">{texts.verdicts[of.verdict]}: </span>
        <b>{texts.checked[of.what] ?? of.what}:</b> {of.says}
      </span>
    </li>
  )
}

function TestEmail(props: {
  newsletterId: number
  listId: number | undefined
  local: boolean
  onLocal(): void
}) {
  const texts = useTextsOf(sendTexts)
  const { number } = useFigures()
  const toast = useToast()
  const mayTest = useRight('content')
  const groups = useTestGroups()
  const add = useAddTestGroup()
  const test = useTestEmail()
  const [chosen, setChosen] = useState('')
  const [addresses, setAddresses] = useState('')
  const { newsletterId, listId, local } = props
  if (!mayTest || groups.data === undefined || listId === undefined) return null
  const group = groups.data.find(({ name }) => name === chosen) ?? groups.data[0]
  const send = (name: string, allowed = local) =>
    test.mutate(
      { newsletterId, listId, group: name, local: allowed },
      { onSuccess: ({ messages }) => toast({ text: texts.testSent(number(messages), name) }) },
    )
  const emails = addresses.split(/[\s,;]+/).filter(text => text !== '')
  const name = group?.name ?? texts.newGroup
  const failed = test.error ?? add.error
  return (
    <form
      className="testrow"
      onSubmit={event => {
        event.preventDefault()
        if (test.isPending || add.isPending) return
        if (group) send(group.name)
        else if (emails.length > 0)
          add.mutate({ group: name, emails }, { onSuccess: () => send(name) })
      }}
    >
      <Icon name="mail" />
      {group ? (
        <>
          <span>{texts.testTo}</span>
          <ChoiceField
            label={texts.testGroup}
            value={group.name}
            choices={groups.data.map(one => ({
              value: one.name,
              label: texts.groupOf(one.name, number(one.emails.length)),
            }))}
            onChange={setChosen}
          />
        </>
      ) : (
        <input
          className="plain-input"
          aria-label={texts.testAddresses}
          placeholder={texts.testAddresses}
          value={addresses}
          maxLength={2000}
          onChange={event => setAddresses(event.currentTarget.value)}
        />
      )}
      <Button type="submit" busy={test.isPending || add.isPending}>
        {texts.sendTest}
      </Button>
      {failed && isOnlyHere(failed) && (
        <p className="note warn" role="alert">
          <span>{texts.onlyHere}</span>
          <Button
            onClick={() => {
              props.onLocal()
              send(name, true)
            }}
          >
            {texts.onlyHereVerb}
          </Button>
        </p>
      )}
      {failed && !isOnlyHere(failed) && <Failure error={failed} />}
    </form>
  )
}
