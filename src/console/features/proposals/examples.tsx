/** Some of the people of a change: before and after it. */
import { Link } from '@tanstack/react-router'
import type { ShownProposal } from './calls.ts'
import { useProposalTexts } from './words.ts'

export function Examples({ proposal }: { proposal: ShownProposal }) {
  const texts = useProposalTexts()
  const { examples, input } = proposal
  if (examples.length === 0) return null
  const { do: what, value } = (input?.action ?? {}) as { do?: string; value?: string }
  const kind = what as keyof typeof texts.afterOf
  const before = (was: string) => (what === 'set' ? was || texts.empty : texts.beforeOf[kind])
  const after = what === 'set' ? value || texts.empty : texts.afterOf[kind]
  return (
    <section>
      <div className="sech">
        <h2>{texts.whoChanges}</h2>
      </div>
      <table>
        <thead>
          <tr>
            <th>{texts.person}</th>
            <th>{texts.before}</th>
            <th>{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(({ id, email, name, was, same }) => (
            <tr key={id}>
              <td className="wrap">
                <Link className="strong" to="/subscribers/$id" params={{ id: String(id) }}>
                  <bdi>{email}</bdi>
                </Link>
                {name !== '' && (
                  <span className="sub">
                    <bdi>{name}</bdi>
                  </span>
                )}
              </td>
              <td className="wrap">
                <bdi>{same ? after : before(was)}</bdi>
              </td>
              <td className="wrap">{same ? texts.stays : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
