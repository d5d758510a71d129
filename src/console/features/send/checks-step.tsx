/** The findings of the check, the worst first; and test emails. */
import { useEffect, useState } from 'react'
import { useRight } from '../../api/session.ts'
import { useSendTest } from '../../api/test-emails.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import type { CheckedNewsletter } from '../../shared/findings/check.ts'
import { FindingList } from '../../shared/findings/finding-list.tsx'
import { isOnlyHere } from '../../shared/sendings/send-problem.tsx'
import { OneDomain } from '../../shared/setup/domain-step.tsx'
import { TestRecipients, useTestRecipients } from '../../shared/test-emails/recipients.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { SendStep } from './send-step.tsx'

const WORST_FIRST = ['wrong', 'look', 'fine'] as const
/** Of the checks that passed; a press shows all. */
const SHOWN = 5

export function ChecksStep(props: {
  newsletterId: number
  listId: number | undefined
  /** Of the sender; '' while there is none. */
  domain: string
  checked: CheckedNewsletter | undefined
  checking: boolean
  error: unknown
  onAgain(): void
  local: boolean
  onLocal(): void
}) {
  const texts = useTexts('send')
  const { number } = useFigures()
  const { domain, checked, checking, error, onAgain } = props
  const owns = useRight('own')
  const findings = (checked?.findings ?? []).toSorted(
    (a, b) => WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity),
  )
  const count = (severity: string) => findings.filter(one => one.severity === severity).length
  const passed = findings.filter(({ severity }) => severity === 'fine')
  const others = findings.filter(({ severity }) => severity !== 'fine')
  const bad = count('wrong') > 0
  // Where the check says that emails are not signed, their keys are made.
  const unsigned =
    domain !== '' && others.some(({ what, severity }) => what === 'sender' && severity === 'look')
  const state = checked === undefined ? 'open' : bad ? 'wrong' : others.length > 0 ? 'look' : 'done'
  // Once made, their records are still to be published.
  const [askedKeys, setAskedKeys] = useState(false)
  useEffect(() => {
    if (unsigned) setAskedKeys(true)
  }, [unsigned])
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
      <FindingList findings={[...others, ...passed.slice(0, SHOWN)]} />
      {askedKeys && owns && (
        <div className="testrow">
          <OneDomain of={{ domain, signed: !unsigned }} />
        </div>
      )}
      {passed.length > SHOWN && (
        <details className="archive">
          <summary>{texts.morePassed(number(passed.length - SHOWN))}</summary>
          <FindingList findings={passed.slice(SHOWN)} />
        </details>
      )}
      <TestEmail {...props} />
    </SendStep>
  )
}

function TestEmail(props: {
  newsletterId: number
  listId: number | undefined
  local: boolean
  onLocal(): void
}) {
  const texts = useTexts('send')
  const { number } = useFigures()
  const toast = useToast()
  const mayTest = useRight('content')
  const test = useSendTest()
  const recipients = useTestRecipients()
  const { newsletterId, listId, local } = props
  if (!mayTest || listId === undefined) return null
  const send = (allowed = local) =>
    test.mutate(
      {
        newsletterId,
        listId,
        local: allowed,
        key: crypto.randomUUID(),
        ...recipients.to,
      },
      { onSuccess: ({ messages }) => toast({ text: texts.testSent(number(messages)) }) },
    )
  const failed = test.error
  return (
    <form
      className="testrow stack"
      onSubmit={event => {
        event.preventDefault()
        if (recipients.ready && !test.isPending) send()
      }}
    >
      <h3>{texts.testTo}</h3>
      <TestRecipients of={recipients} />
      <Button type="submit" busy={!recipients.ready || test.isPending}>
        {texts.sendTest}
      </Button>
      {failed && isOnlyHere(failed) && (
        <p className="note warn" role="alert">
          <span>{texts.onlyHere}</span>
          <Button
            onClick={() => {
              props.onLocal()
              send(true)
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
