/** The steps to the first newsletter, each of which looks whether it is done. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SetupAnswer } from '../../../console-api/v1/routes/setup.ts'
import { useRight } from '../../api/session.ts'
import { useAddSample, useRemoveSample, useSetup } from '../../api/setup.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { NewNewsletterDialog } from '../newsletters/new-newsletter.tsx'
import { DomainStep } from './domain-step.tsx'
import { RelayStep } from './relay-step.tsx'
import { Step } from './step.tsx'
import { homeTexts } from './texts.ts'

const ENDPOINT = '/externalapiservice.asmx'

/** Shown until all are done. */
export function SetupSteps() {
  const setup = useSetup()
  if (!setup.data || stepsOf(setup.data).every(done => done)) return null
  return <FirstSteps setup={setup.data} />
}

const stepsOf = ({ relays, domains, people, sendings, called }: SetupAnswer): boolean[] => [
  relays.length > 0,
  domains.length > 0 && domains.every(({ signed }) => signed),
  ...[people, sendings, called !== null],
]

function FirstSteps({ setup }: { setup: SetupAnswer }) {
  const texts = useTextsOf(homeTexts)
  const { domains } = setup
  const steps = stepsOf(setup)
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps">
        {texts.firstSteps}{' '}
        <small className="soft">
          {texts.doneOf(steps.filter(done => done).length, steps.length)}
        </small>
      </h2>
      <ol className="steps">
        <RelayStep setup={setup} />
        <DomainStep domains={domains} />
        <PeopleStep setup={setup} />
        <NewsletterStep setup={setup} />
        <ProgramsStep setup={setup} />
      </ol>
    </section>
  )
}

function PeopleStep({ setup: { people, sampleListId } }: { setup: SetupAnswer }) {
  const texts = useTextsOf(homeTexts)
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
    </Step>
  )
}

function NewsletterStep({ setup }: { setup: SetupAnswer }) {
  const texts = useTextsOf(homeTexts)
  const mayWrite = useRight('content')
  const [writing, setWriting] = useState(false)
  const { newsletters, sendings, relays } = setup
  const hint = newsletters ? texts.newsletterThere : texts.newsletterHint
  return (
    <Step number={4} title={texts.newsletter} done={sendings}>
      <p className="wrap">{sendings ? texts.sent : hint}</p>
      <div className="acts">
        {mayWrite && !newsletters && (
          <Button onClick={() => setWriting(true)}>{texts.newsletterWrite}</Button>
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
      {writing && <NewNewsletterDialog onClose={() => setWriting(false)} />}
    </Step>
  )
}

function ProgramsStep({ setup: { origin, called } }: { setup: SetupAnswer }) {
  const texts = useTextsOf(homeTexts)
  const { time } = useFormats()
  return (
    <Step number={5} title={texts.programs} done={called !== null}>
      <p>{texts.programsHint}</p>
      <CopyText value={origin + ENDPOINT} copy={texts.copy} copied={texts.copied} />
      <p className="soft">{called === null ? texts.programsNone : texts.called(time(called))}</p>
    </Step>
  )
}
