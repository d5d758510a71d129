/** The steps to the first newsletter, each of which looks whether it is done. */
import './setup.css'
import { Link } from '@tanstack/react-router'
import type { SetupAnswer } from '../../../actions/home/setup.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { FirstRule } from '../measuring/first-rule.tsx'
import { useAddSample, useDnsOfAll, useRemoveSample, useSetup } from './calls.ts'
import { DomainStep } from './domain-step.tsx'
import { RelayStep } from './relay-step.tsx'
import { Step } from './step.tsx'
import { allSigned, type DnsOfAll, type StepsDone, stepsDone } from './steps-done.ts'

const ENDPOINT = '/externalapiservice.asmx'

/** Null: all are done; undefined: not known yet. */
export function useOpenSteps(): OpenSteps | null | undefined {
  const setup = useSetup()
  const mayCheck = useRight('content')
  const isSigned = setup.data !== undefined && allSigned(setup.data)
  const domains = setup.data?.domains.map(({ domain }) => domain) ?? []
  const dns = useDnsOfAll(domains, mayCheck && isSigned)
  if (!setup.data) return undefined
  const done = stepsDone(setup.data, dns)
  // What the DNS has not answered is no reason to show steps that were done long ago.
  const isLeft = !isSigned || dns === 'differs'
  if (!isLeft && Object.entries(done).every(([step, one]) => one || step === 'domain')) return null
  return { setup: setup.data, done, dns }
}

interface Props {
  setup: SetupAnswer
  done: StepsDone
}

interface OpenSteps extends Props {
  dns: DnsOfAll
}

export function FirstSteps({ setup, done, dns }: OpenSteps) {
  const texts = useTexts('setup')
  const steps = Object.values(done)
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">
        {texts.firstSteps}{' '}
        <small className="soft">
          {texts.doneOf(steps.filter(one => one).length, steps.length)}
        </small>
      </h2>
      <ol className="steps">
        <RelayStep setup={setup} done={done.relay} />
        <DomainStep domains={setup.domains} dns={dns} done={done.domain} />
        <PeopleStep setup={setup} done={done} />
        <NewsletterStep setup={setup} done={done} />
        <ProgramsStep setup={setup} done={done} />
      </ol>
    </section>
  )
}

function PeopleStep({ setup: { sampleListId }, done: { people } }: Props) {
  const texts = useTexts('setup')
  const toast = useToast()
  const add = useAddSample()
  const remove = useRemoveSample()
  const mayImport = useRight('people')
  const maySend = useRight('send')
  const there = sampleListId === null ? texts.peopleThere : texts.sampleThere
  return (
    <Step number={3} title={texts.people} done={people}>
      <p>{people ? there : texts.peopleHint}</p>
      {(add.error ?? remove.error) && <Failure error={add.error ?? remove.error} />}
      <div className="acts">
        {mayImport && (
          <Link className="btn" to="/imports/new">
            {texts.importFile}
          </Link>
        )}
        {maySend && sampleListId === null && (
          <Button
            busy={add.isPending}
            onClick={() =>
              add.mutate(undefined, { onSuccess: () => toast({ text: texts.sampleAdded }) })
            }
          >
            {texts.sampleAdd}
          </Button>
        )}
        {maySend && sampleListId !== null && (
          <Button
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, { onSuccess: () => toast({ text: texts.sampleRemoved }) })
            }
          >
            {texts.sampleRemove}
          </Button>
        )}
      </div>
      <FirstRule />
    </Step>
  )
}

function NewsletterStep({ setup, done }: Props) {
  const texts = useTexts('setup')
  const mayWrite = useRight('content')
  const { newsletters, sendings, relays } = setup
  const hint = newsletters ? texts.newsletterThere : texts.newsletterHint
  return (
    <Step number={4} title={texts.newsletter} done={done.newsletter}>
      <p className="wrap">{sendings ? texts.sent : hint}</p>
      <div className="acts">
        {mayWrite && !newsletters && (
          <Link className="btn" to="/newsletters/new">
            {texts.newsletterWrite}
          </Link>
        )}
        {newsletters && !sendings && (
          <Link className="btn" to="/newsletters">
            {texts.newsletterOpen}
          </Link>
        )}
        {sendings && relays.length === 0 && (
          <a className="btn" href="/sandbox">
            {texts.seeSandbox}
          </a>
        )}
      </div>
    </Step>
  )
}

function ProgramsStep({ setup: { origin, called }, done }: Props) {
  const texts = useTexts('setup')
  const { time } = useFormats()
  return (
    <Step number={5} title={texts.programs} done={done.programs}>
      <p>{texts.programsHint}</p>
      <CopyText value={origin + ENDPOINT} copy={texts.copy} copied={texts.copied} />
      <p className="soft">{called === null ? texts.programsNone : texts.called(time(called))}</p>
    </Step>
  )
}
