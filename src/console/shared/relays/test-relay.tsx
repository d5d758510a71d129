/** Hands one real email to a relay, and shows its answer. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { LineField } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useTestRelay } from './relay-calls.ts'

/** After a test: the first page has the form. */
const ServerSteps = lazy(async () => ({
  default: (await import('../servers/server-steps.tsx')).ServerSteps,
}))

export function RelayTestForm({ route }: { route: string }) {
  const texts = useTexts('relays')
  const troubleWords = useTroubleWords()
  const test = useTestRelay()
  const [to, setTo] = useState('')
  const { data, error } = test
  const trouble = data && troubleWords({ trouble: data.text, causes: data.causes })
  return (
    <form
      className="acts"
      onSubmit={event => {
        event.preventDefault()
        if (!test.isPending && to.trim() !== '') test.mutate({ route, to })
      }}
    >
      <LineField label={texts.testTo} value={to} most={320} onChange={setTo} />
      <Button type="submit" busy={test.isPending}>
        {texts.test}
      </Button>
      {error && <Failure error={error} />}
      {data && (
        <p className={data.outcome === 'accepted' ? 'note' : 'note bad'} role="status">
          {data.outcome === 'accepted' ? texts.took : texts.refused(trouble ?? '')}
        </p>
      )}
      {data && (
        <Suspense>
          <ServerSteps steps={data.steps} certificate={data.certificate} trouble={trouble} />
        </Suspense>
      )}
    </form>
  )
}
