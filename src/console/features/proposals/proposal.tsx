/** One proposal: its present effect on whom, and the decision. */
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useNewsletterPreview } from '../../api/newsletter-previews.ts'
import { useRight } from '../../api/session.ts'
import { EmailPicture } from '../../parts/email-picture.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { AudienceFunnel } from '../../shared/sendings/audience-funnel.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type ShownProposal, useProposal } from './calls.ts'
import { ContentFindings } from './content.tsx'
import { Decision } from './decision.tsx'
import { Examples } from './examples.tsx'
import { ProposalFacts } from './facts.tsx'
import { SendingOptions } from './options.tsx'
import { useSentence } from './sentence.ts'
import { ProposalBadge } from './state.tsx'
import { useProposalTexts } from './words.ts'
import './proposals.css'

export function ProposalPage() {
  const texts = useProposalTexts()
  const { id } = useParams({ from: '/proposals/$id' })
  const proposal = useProposal(Number(id))
  const above = <Link to="/proposals">{texts.title}</Link>
  if (!proposal.data)
    return (
      <UnreadPage
        title={texts.title}
        above={above}
        error={proposal.error}
        onRetry={proposal.refetch}
      />
    )
  return <Shown proposal={proposal.data} />
}

function Shown({ proposal }: { proposal: ShownProposal }) {
  const texts = useProposalTexts()
  const { moment } = useFigures()
  const sentence = useSentence(proposal)
  const { kind, state, by, note, input, audience, created } = proposal
  return (
    <>
      <PageHead
        title={texts.one}
        above={<Link to="/proposals">{texts.title}</Link>}
        aside={<ProposalBadge state={state} />}
      />
      <div className="page proposal">
        <div className="stack wide">
          <section className="stack">
            <h2 className="proposal-what">
              <bdi>{sentence}</bdi>
            </h2>
            {kind === 'sending' && <SendingOptions input={input} />}
            <p className="soft small">
              {texts.asked(by.name || (texts.actors[by.kind] ?? ''), moment(created))}
            </p>
            {note !== '' && (
              <blockquote className="proposal-says">
                <small className="faint">{texts.says}</small>
                <bdi>{note}</bdi>
              </blockquote>
            )}
            <Standing proposal={proposal} />
          </section>
          <ProposalFacts facts={proposal.facts} />
          {kind === 'sending' && proposal.seen !== null && (
            <ContentFindings
              newsletterId={Number(input?.newsletterId)}
              listId={audience?.lists[0]?.id}
              version={proposal.seen}
            />
          )}
          {audience && (
            <section>
              <div className="sech">
                <h2>{texts.whoGets}</h2>
              </div>
              <AudienceFunnel
                funnel={audience}
                choice={{ listIds: audience.lists.map(({ id }) => id), filterIds: idsIn(input) }}
              />
            </section>
          )}
          <Examples proposal={proposal} />
        </div>
        {kind === 'sending' && proposal.seen !== null && (
          <Preview newsletterId={Number(input?.newsletterId)} version={proposal.seen} />
        )}
      </div>
    </>
  )
}

const idsIn = (input: ShownProposal['input']): number[] => {
  const given = input?.filterIds
  return Array.isArray(given) ? given.map(Number) : []
}

/** The decision: as it was made, or to be made. */
function Standing({ proposal }: { proposal: ShownProposal }) {
  const texts = useProposalTexts()
  const { moment } = useFigures()
  const maySend = useRight('send')
  const mayChange = useRight('people')
  const { kind, state, expires, decided, decidedBy, words, resultId } = proposal
  if (state === 'open') {
    const may = kind === 'change' ? mayChange : maySend
    return may ? <Decision proposal={proposal} /> : <p className="note">{texts.mayNot}</p>
  }
  if (state === 'expired') return <p className="note">{texts.ended.expired(moment(expires))}</p>
  const who = decidedBy?.name || (texts.actors[decidedBy?.kind ?? ''] ?? '')
  const params = { id: String(resultId) }
  return (
    <div className="note">
      <span>
        {texts.ended[state](who, moment(decided ?? expires))}
        {words !== '' && (
          <small>
            <bdi>{words}</bdi>
          </small>
        )}
      </span>
      {state === 'released' && kind === 'sending' && (
        <Link className="btn" to="/sendings/$id" params={params}>
          {texts.toSending}
        </Link>
      )}
      {state === 'released' && kind === 'trigger' && (
        <Link className="btn" to="/triggers/$id" params={params}>
          {texts.toTrigger}
        </Link>
      )}
    </div>
  )
}

function Preview({ newsletterId, version }: { newsletterId: number; version: string }) {
  const texts = useProposalTexts()
  const [seen, setSeen] = useState(false)
  const preview = useNewsletterPreview(newsletterId, version, seen)
  return (
    <aside className="stack">
      <h2>
        <Link to="/newsletters/$id" params={{ id: String(newsletterId) }}>
          {texts.preview}
        </Link>
      </h2>
      <EmailPicture title={texts.preview} html={preview.data?.html} onSeen={() => setSeen(true)} />
    </aside>
  )
}
