/** The chosen audience: it stands in the address of the page. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import type { NewsletterAnswer } from '../../../actions/newsletters/newsletters.ts'
import type { LiveSending } from '../../../actions/sendings/sending-live.ts'
import { useArchivedLists, useLists } from '../../api/lists.ts'
import type { AudienceChoice } from './calls.ts'
import { audienceOfUndone } from './order.ts'

/** Lists, exclusions and filters stand in the address; by default the list it is meant for. */
export function useAudienceChoice(
  newsletter: NewsletterAnswer,
  undone: LiveSending | undefined,
): [AudienceChoice, (choice: AudienceChoice) => void] {
  const navigate = useNavigate()
  const lists = useLists().data
  const search = useSearch({ from: '/newsletters/$id/send' })
  const only = lists?.length === 1 ? lists[0]!.id : undefined
  const meant = newsletter.listId ?? only
  const before = search.lists === undefined && undone ? audienceOfUndone(undone) : undefined
  const choice: AudienceChoice = before ?? {
    listIds: search.lists ?? (meant === undefined ? [] : [meant]),
    excludedListIds: search.except ?? [],
    filterIds: search.filters ?? [],
    repeat: search.repeat ?? false,
    ...(search.resend !== undefined && {
      resendOf: { sendingId: search.resend, without: search.without ?? 'opened' },
    }),
  }
  const change = ({ listIds, excludedListIds, filterIds, resendOf, repeat }: AudienceChoice) =>
    void navigate({
      to: '/newsletters/$id/send',
      params: { id: String(newsletter.id) },
      search: {
        lists: listIds,
        ...(excludedListIds.length > 0 && { except: excludedListIds }),
        ...(filterIds.length > 0 && { filters: filterIds }),
        ...(repeat && { repeat }),
        ...(resendOf && { resend: resendOf.sendingId, without: resendOf.without }),
      },
      replace: true,
    })
  return [choice, change]
}

/** Drops chosen lists and filters that were removed since. */
export function useKnownLists({ listIds, excludedListIds }: AudienceChoice) {
  const lists = useLists(LOOKED_AGAIN_MILLIS)
  const archived = useArchivedLists()
  const known = [...(lists.data ?? []), ...(archived.data ?? [])]
  const names = useRef(new Map<number, string>())
  for (const { id, name } of known) names.current.set(id, name)
  const gone =
    lists.data === undefined
      ? []
      : [...listIds, ...excludedListIds]
          .filter(id => !lists.data.some(list => list.id === id))
          .map(id => ({ id, name: names.current.get(id) ?? String(id) }))
  return { gone, nameOf: (id: number | undefined) => known.find(list => list.id === id) }
}

const LOOKED_AGAIN_MILLIS = 5_000
