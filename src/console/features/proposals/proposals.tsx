/** The proposals of assistants: the waiting ones, and former decisions. */
import { Link } from '@tanstack/react-router'
import { PageHead } from '../../parts/frame.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useFigures } from '../../texts/figures.ts'
import { type ListedProposal, useProposals } from './calls.ts'
import { ProposalBadge } from './state.tsx'
import { useProposalTexts } from './words.ts'

export function ProposalsPage() {
  const texts = useProposalTexts()
  const { number, moment } = useFigures()
  const titleOf = useTitles()
  return (
    <>
      <PageHead title={texts.title} />
      <div className="page stack">
        <p className="soft">{texts.about}</p>
        <PagedTable
          query={useProposals()}
          empty={{ title: texts.none, sentence: texts.noneHint }}
          more={texts.more}
          head={
            <>
              <th>{texts.what}</th>
              <th>{texts.state}</th>
              <th className="hide-s">{texts.by}</th>
              <th className="hide-s">{texts.made}</th>
            </>
          }
          row={one => (
            <tr key={one.id}>
              <td className="wrap">
                <Link className="strong" to="/proposals/$id" params={{ id: String(one.id) }}>
                  <bdi>{titleOf(one)}</bdi>
                </Link>
                <span className="sub">{texts.people(one.people, number(one.people))}</span>
              </td>
              <td>
                <ProposalBadge state={one.state} />
              </td>
              <td className="wrap hide-s">
                <bdi>{one.by.name || texts.actors[one.by.kind]}</bdi>
              </td>
              <td className="nowrap hide-s">{moment(one.created)}</td>
            </tr>
          )}
        />
      </div>
    </>
  )
}

function useTitles(): (row: ListedProposal) => string {
  const texts = useProposalTexts()
  return ({ kind, title }) =>
    kind === 'change'
      ? (texts.changes[title as keyof typeof texts.changes] ?? title)
      : texts.kinds[kind](title)
}
