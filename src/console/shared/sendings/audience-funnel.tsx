/** Who gets a sending: the members of its lists, minus each reason not to mail. */
import { Link } from '@tanstack/react-router'
import type { FunnelAnswer } from '../../../actions/sendings/audiences.ts'
import { Funnel, type FunnelStep } from '../../parts/charts/funnel.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import '../../parts/charts/funnel.css'

/** `choice`: the chosen lists and filters, for the links to people. */
export function AudienceFunnel({
  funnel,
  choice,
}: {
  funnel: FunnelAnswer
  choice: { listIds: readonly number[]; filterIds: readonly number[] }
}) {
  const texts = useTexts('send')
  const { number } = useFigures()
  const added: FunnelStep[] =
    funnel.lists.length === 0
      ? [{ key: 'all', kind: 'add', label: texts.gotIt, count: funnel.members }]
      : funnel.lists.map(({ id, name, members }) => ({
          key: `list ${id}`,
          kind: 'add',
          label: <bdi>{name}</bdi>,
          count: members,
          action: (
            <Link to="/subscribers" search={{ list: id }}>
              {texts.whoLink}
              <span className="sr"> {name}</span>
            </Link>
          ),
        }))
  const taken: FunnelStep[] = funnel.leftOut.map(({ reason, people }) => ({
    key: reason,
    kind: 'sub',
    label: texts.leftOut[reason],
    count: people,
  }))
  const [only] = choice.listIds
  const sample = choice.listIds.length === 1 && only !== undefined && choice.filterIds.length < 2
  return (
    <Funnel
      label={texts.funnel(number(funnel.members), number(funnel.willGet))}
      number={number}
      steps={[
        ...added,
        ...taken,
        {
          key: 'will get it',
          kind: 'total',
          label: texts.willGet,
          count: funnel.willGet,
          ...(sample && {
            action: (
              <Link
                to="/subscribers"
                search={{ list: only, ...(choice.filterIds[0] && { filter: choice.filterIds[0] }) }}
              >
                {texts.sample}
              </Link>
            ),
          }),
        },
      ]}
    />
  )
}
