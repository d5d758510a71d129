/** A proposal in one sentence: its effect, the number of people, and the time. */
import { useFields } from '../../api/fields.ts'
import { useFigures } from '../../texts/figures.ts'
import type { ShownProposal } from './calls.ts'
import { useProposalTexts } from './words.ts'

type Texts = ReturnType<typeof useProposalTexts>

export function useSentence(proposal: ShownProposal): string {
  const texts = useProposalTexts()
  const { number, zonedDay } = useFigures()
  const fields = useFields().data ?? []
  const { kind, people, peopleNow, state, seen, input, due } = proposal
  const count = peopleNow ?? people
  const isGone = state === 'open' && seen === null
  const who = isGone ? texts.nobody : texts.people(count, number(count))
  const whenOf = () => (due ? texts.at(zonedDay(due.at, due.zone), due.zone) : texts.atOnce)
  if (kind === 'trigger') return texts.start(factOf(proposal, 'trigger'), who)
  if (kind === 'change') {
    const { do: what, ...rest } = (input?.action ?? {}) as Record<string, unknown>
    const nameOf = (field: number) =>
      fields.find(({ number: of }) => of === field)?.name ?? `DD${field}`
    return texts.change(changeIn(proposal, String(what), rest, texts, nameOf), who)
  }
  return texts.send(factOf(proposal, 'subject'), who, whenOf())
}

const factOf = ({ facts }: ShownProposal, code: string, of = ''): string => {
  const fact = facts.find(one => one.code === code && one.of === of)
  return fact?.now ?? fact?.was ?? ''
}

function changeIn(
  proposal: ShownProposal,
  what: string,
  rest: Record<string, unknown>,
  texts: Texts,
  fieldName: (field: number) => string,
): string {
  if (what === 'set')
    return texts.changeOf.set(fieldName(Number(rest.field)), String(rest.value ?? ''))
  if (what === 'join' || what === 'leave')
    return texts.changeOf[what](factOf(proposal, 'list', String(rest.listId)))
  return texts.changes['opt-out']
}
