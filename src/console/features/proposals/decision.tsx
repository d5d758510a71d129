/**
 * The decision on a proposal. Changes since it was proposed, and a number of people far above the
 * usual one, are confirmed first.
 */
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { SendProblem } from '../../shared/sendings/send-problem.tsx'
import { TypedNumber } from '../../shared/sendings/typed-number.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type ShownProposal, useRefuse, useRelease } from './calls.ts'
import { Compared } from './facts.tsx'
import { useProposalTexts } from './words.ts'

/** Its note is there by then. */
const isAboutChange = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'proposal-changed'

export function Decision({ proposal }: { proposal: ShownProposal }) {
  const texts = useProposalTexts()
  const { moment, number } = useFigures()
  const toast = useToast()
  const release = useRelease(proposal.id)
  const [asked, setAsked] = useState<'change' | 'number' | 'refusal'>()
  const { kind, seen, changed, audience, peopleNow, expires } = proposal
  const people = peopleNow ?? 0
  const verb = texts.release[kind](texts.people(people, number(people)))
  const go = (local = false) => {
    setAsked(undefined)
    release.mutate(
      {
        ...(seen !== null && { seen }),
        ...(kind === 'sending' && { expected: people }),
        local,
      },
      { onSuccess: () => toast({ text: texts.releasedNow }) },
    )
  }
  const askNumber = () => (audience?.farMore ? setAsked('number') : go())
  const isGone = seen === null || (kind !== 'trigger' && people === 0)
  return (
    <div className="stack">
      {changed && (
        <p className="note warn">
          <span>
            <b>{seen === null ? texts.gone : texts.changed}</b> {seen !== null && texts.changedHint}
          </span>
        </p>
      )}
      {release.error && !isAboutChange(release.error) && (
        <SendProblem error={release.error} onLocal={() => go(true)} />
      )}
      <div className="row wrap-row">
        <Button
          look="primary"
          busy={release.isPending || isGone}
          onClick={() => (changed ? setAsked('change') : askNumber())}
        >
          {verb}
        </Button>
        <Button onClick={() => setAsked('refusal')}>{texts.refuse}</Button>
        <span className="faint small">{texts.lapses(moment(expires))}</span>
      </div>
      <p className="tiny faint">{texts.releaseHint[kind]}</p>
      {asked === 'change' && (
        <ChangedDialog
          proposal={proposal}
          verb={verb}
          onClose={() => setAsked(undefined)}
          onRelease={askNumber}
        />
      )}
      {asked === 'number' && (
        <TypedNumber
          people={people}
          usual={audience?.usual ?? null}
          verb={verb}
          onClose={() => setAsked(undefined)}
          onSend={() => go()}
        />
      )}
      {asked === 'refusal' && (
        <RefuseDialog proposalId={proposal.id} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}

function ChangedDialog(props: {
  proposal: ShownProposal
  verb: string
  onClose(): void
  onRelease(): void
}) {
  const texts = useProposalTexts()
  const common = useTexts('common')
  const { proposal, verb, onClose, onRelease } = props
  return (
    <Dialog title={texts.changedAsk} onClose={onClose}>
      <div className="stack">
        <Compared facts={proposal.facts.filter(({ same }) => !same)} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.keep}</Button>
          <Button look="primary" onClick={onRelease}>
            {verb}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function RefuseDialog({ proposalId, onClose }: { proposalId: number; onClose(): void }) {
  const texts = useProposalTexts()
  const common = useTexts('common')
  const toast = useToast()
  const refuse = useRefuse(proposalId)
  const [words, setWords] = useState('')
  const done = () => {
    toast({ text: texts.refusedNow })
    onClose()
  }
  return (
    <Dialog title={texts.refuseAsk} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!refuse.isPending) refuse.mutate(words, { onSuccess: done })
        }}
      >
        {refuse.error && <Failure error={refuse.error} />}
        <TextField
          label={texts.why}
          hint={texts.refuseHint}
          value={words}
          onChange={setWords}
          maxLength={500}
          optional
          focused
        />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.keep}</Button>
          <Button look="danger" type="submit" busy={refuse.isPending}>
            {texts.refuse}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
