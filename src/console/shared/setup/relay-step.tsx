/** The relay: added and tried by the operator of the installation. */
import { lazy, Suspense, useState } from 'react'
import type { SetupAnswer } from '../../../actions/home/setup.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { useTexts } from '../../texts/language.tsx'
import { RelayTestForm } from '../relays/test-relay.tsx'
import { Step } from './step.tsx'
import { relayTrouble } from './steps-done.ts'

/** The first page shows it to few. */
const AddRelayDialog = lazy(async () => ({
  default: (await import('../relays/add-relay.tsx')).AddRelayDialog,
}))

export function RelayStep({ setup, done }: { setup: SetupAnswer; done: boolean }) {
  const texts = useTexts('setup')
  const relayTexts = useTexts('relays')
  const troubleWords = useTroubleWords()
  const operates = useRight('operate')
  const [adding, setAdding] = useState(false)
  const { relays } = setup
  const wrong = relayTrouble(setup)
  const names = relays.map(({ name }) => name).join(', ')
  return (
    <Step number={1} title={texts.relay} done={done}>
      <p>{relays.length === 0 ? texts.relaySandbox : texts.relayInUse(names)}</p>
      {wrong && (
        <p className="note bad">
          {setup.trouble === null ? troubleWords(wrong) : texts.linksLeadNowhere}
        </p>
      )}
      {!operates && relays.length === 0 && <p className="soft">{texts.relayByOperator}</p>}
      {operates && (
        <div className="acts">
          <Button onClick={() => setAdding(true)}>{relayTexts.add}</Button>
        </div>
      )}
      {operates && relays[0] && <RelayTestForm route={relays[0].name} />}
      {adding && (
        <Suspense>
          <AddRelayDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Step>
  )
}
