/** What a person agreed to, as a page to print. */
import { Link, useParams } from '@tanstack/react-router'
import { useProofs } from '../../api/forms.ts'
import { usePerson } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { useTexts } from '../../texts/language.tsx'
import { exactly, Proof } from './person-proofs.tsx'
import '../../shared/sendings/print.css'
import './proofs.css'

export function ProofsPage() {
  const texts = useTexts('forms')
  const { id } = useParams({ from: '/subscribers/$id/proofs' })
  const person = usePerson(Number(id))
  const proofs = useProofs(Number(id))
  const error = person.error ?? proofs.error
  if (!person.data || !proofs.data)
    return <UnreadPage title={texts.printed} error={error} onRetry={() => void proofs.refetch()} />
  const { name, email } = person.data.value
  return (
    <>
      <PageHead
        title={texts.printed}
        above={
          <Link to="/subscribers/$id" params={{ id }}>
            <bdi>{(name || email).slice(0, 40)}</bdi>
          </Link>
        }
        actions={<Button onClick={() => window.print()}>{texts.print}</Button>}
      />
      <div className="page stack wide proofs-printed">
        <p className="wrap">
          <b>
            <bdi>{email}</bdi>
          </b>{' '}
          <bdi>{name}</bdi> <span className="soft">{exactly(new Date().toISOString())}</span>
        </p>
        {proofs.data.length === 0 && <p className="soft">{texts.noProofs}</p>}
        {proofs.data.map(proof => (
          <Proof key={proof.id} proof={proof} />
        ))}
      </div>
    </>
  )
}
