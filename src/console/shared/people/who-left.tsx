/** Who left a list, or all of them: when, where, and why. */
import { Link } from '@tanstack/react-router'
import type { DepartureAnswer } from '../../../actions/subscribers/departures.ts'
import { useDepartures } from '../../api/blocked.ts'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

/** `listId`: of one list. */
export function WhoLeft({ listId }: { listId?: number }) {
  const texts = useTexts('people')
  return (
    <PagedTable
      query={useDepartures(listId)}
      empty={{ title: texts.whoLeftNone, sentence: texts.whoLeftHint }}
      more={texts.more}
      head={
        <>
          <th>{texts.address}</th>
          <th>{texts.leftFrom}</th>
          <th className="hide-s">{texts.whyLeft}</th>
          <th className="hide-s">{texts.leftAt}</th>
        </>
      }
      row={one => <Departed key={`${one.subscriberId} ${one.listId} ${one.at}`} departure={one} />}
    />
  )
}

function Departed({ departure }: { departure: DepartureAnswer }) {
  const { subscriberId, email, name, at, listName, everything, source, reason } = departure
  const texts = useTexts('people')
  const { time } = useFormats()
  const how = texts.leftBy(texts.leaveSources[source] ?? texts.byMember)
  return (
    <tr>
      <td className="strong wrap">
        <Link to="/subscribers/$id" params={{ id: String(subscriberId) }}>
          <bdi>{email}</bdi>
        </Link>
        {name !== '' && (
          <span className="sub">
            <bdi>{name}</bdi>
          </span>
        )}
        <span className="only-s sub">{time(at)}</span>
      </td>
      <td className="wrap">
        {everything ? texts.everything : <bdi>{listName}</bdi>}
        {everything && listName !== '' && (
          <span className="sub">
            <bdi>{listName}</bdi>
          </span>
        )}
      </td>
      <td className="wrap hide-s">
        {/* Of an opt-out only what a program asked for is known. */}
        {(!everything || source !== '') && how}
        {reason !== '' && (
          <span className="sub">
            <bdi>{reason}</bdi>
          </span>
        )}
      </td>
      <td className="nowrap hide-s">{time(at)}</td>
    </tr>
  )
}
