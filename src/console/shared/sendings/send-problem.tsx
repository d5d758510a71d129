/** Why an order was refused; of links that lead to this machine only, with the way around it. */
import { ApiFailure } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/states.tsx'
import { useTexts } from '../../texts/language.tsx'

/** The service refuses such links, unless told that the relay is on this machine, too. */
export const isOnlyHere = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'address-local'

export function SendProblem({ error, onLocal }: { error: unknown; onLocal(): void }) {
  const texts = useTexts('send')
  if (!isOnlyHere(error)) return <Failure error={error} />
  return (
    <p className="note warn" role="alert">
      <span>{texts.onlyHere}</span>
      <Button onClick={onLocal}>{texts.onlyHereVerb}</Button>
    </p>
  )
}
