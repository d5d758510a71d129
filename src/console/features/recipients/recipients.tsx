/** Who got a sending and who did not; the filters stand in the address. */

import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSending } from '../../api/sendings.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { useSaid } from '../../parts/said.ts'
import { useToast } from '../../parts/toasts.tsx'
import { ChoiceField, DebouncedSearchField } from '../../parts/toolbar.tsx'
import { PeopleRemovedNote } from '../../shared/sendings/people-removed-note.tsx'
import { SendingHead } from '../../shared/sendings/sending-head.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type RecipientChoice, recipientsAsCsv, useRecipients } from './calls.ts'
import { MadeOfRecipients } from './made-of-recipients.tsx'
import { RecipientRow } from './recipient-row.tsx'
import '../../parts/charts/charts.css'
import { saveFile } from '../../parts/save-file.ts'
import '../../shared/sendings/sendings.css'
import '../../shared/sendings/report.css'
import '../../shared/sendings/print.css'

const STATES: readonly { value: string; states: string }[] = [
  { value: 'delivered', states: 'accepted' },
  { value: 'deferred', states: 'deferred' },
  { value: 'bounced', states: 'bounced,failed' },
  { value: 'uncertain', states: 'uncertain' },
  { value: 'withdrawn', states: 'withdrawn' },
  { value: 'waiting', states: 'planned,claimed,handed-over' },
]

const yes = { yes: true, no: false } as const

interface RecipientSearch {
  state?: string
  email?: string
  reply?: string
  opened?: 'yes' | 'no'
  clicked?: 'yes' | 'no'
}

/** Pages that hold nothing are looked through by themselves, up to so many. */
const MOST_EMPTY = 40

export function RecipientsPage() {
  const texts = useTexts('report')
  const { id } = useParams({ from: '/sendings/$id/recipients' })
  const sendingId = Number(id)
  const sending = useSending(sendingId)
  const search = useSearch({ from: '/sendings/$id/recipients' })
  const seesPeople = useSeesPeople()
  const navigate = useNavigate()
  const { state, email, reply, opened, clicked } = search
  const states = STATES.find(({ value }) => value === state)?.states
  const choice: RecipientChoice = {
    ...(states !== undefined && { state: states }),
    ...(email && { email }),
    ...(reply && { reply }),
    ...(opened && { opened: yes[opened] }),
    ...(clicked && { clicked: yes[clicked] }),
  }
  const change = (next: RecipientSearch) =>
    void navigate({
      to: '/sendings/$id/recipients',
      params: { id },
      // Two fields may be typed in at the same time: each keeps the value of the other.
      search: before =>
        Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, of]) => of !== '')),
      replace: true,
    })
  const people = useRecipients(sendingId, choice)
  const [openRow, setOpenRow] = useState('')
  const pages = people.data?.pages ?? []
  const found = pages.reduce((sum, { items }) => sum + items.length, 0)
  const { hasNextPage, isFetching, fetchNextPage } = people
  const removed = sending.data?.peopleRemoved ?? null
  const looksOn = found === 0 && pages.length < MOST_EMPTY
  useEffect(() => {
    if (hasNextPage && !isFetching && looksOn) void fetchNextPage()
  }, [hasNextPage, isFetching, looksOn, fetchNextPage])
  return (
    <>
      {sending.data && (
        <SendingHead
          id={sendingId}
          name={sending.data.name}
          state={sending.data.state}
          actions={removed === null && <Actions sendingId={sendingId} choice={choice} />}
        />
      )}
      <div className="page">
        <PeopleRemovedNote of={removed} />
        {removed === null && (
          <>
            <div className="toolbar">
              {seesPeople && (
                <>
                  <DebouncedSearchField
                    label={texts.searchAddress}
                    value={email ?? ''}
                    onChange={value => change({ email: value })}
                  />
                  <DebouncedSearchField
                    label={texts.searchReply}
                    value={reply ?? ''}
                    onChange={value => change({ reply: value })}
                  />
                </>
              )}
              <ChoiceField
                label={texts.state}
                value={state ?? ''}
                choices={[
                  { value: '', label: texts.anyState },
                  ...STATES.map(({ value }) => ({ value, label: texts.outcomes[value] ?? value })),
                ]}
                onChange={value => change({ state: value })}
              />
              <ChoiceField
                label={texts.opened}
                value={opened ?? ''}
                choices={[
                  { value: '', label: texts.openedOrNot },
                  { value: 'yes', label: texts.didOpen },
                  { value: 'no', label: texts.didNotOpen },
                ]}
                onChange={value => change({ opened: value as 'yes' })}
              />
              <ChoiceField
                label={texts.clicked}
                value={clicked ?? ''}
                choices={[
                  { value: '', label: texts.clickedOrNot },
                  { value: 'yes', label: texts.didClick },
                  { value: 'no', label: texts.didNotClick },
                ]}
                onChange={value => change({ clicked: value as 'yes' })}
              />
            </div>
            <Looked pages={pages} more={hasNextPage} />
            <PagedTable
              query={people}
              head={
                <>
                  <th>{texts.recipient}</th>
                  <th>{texts.state}</th>
                  <th className="hide-s">{texts.reply}</th>
                  <th className="num hide-s">{texts.opened}</th>
                  <th className="num hide-s">{texts.clicked}</th>
                  <th className="num hide-s">{texts.when}</th>
                </>
              }
              row={one => {
                const key = `${one.sendingId} ${one.subscriberId}`
                return (
                  <RecipientRow
                    key={key}
                    recipient={one}
                    open={openRow === key}
                    onOpen={() => setOpenRow(openRow === key ? '' : key)}
                  />
                )
              }}
              empty={{ title: texts.nobody, sentence: texts.nobodyHint }}
              more={texts.more}
            />
          </>
        )}
      </div>
    </>
  )
}

/** How many recipients a filter has looked through, while there are more. */
function Looked(props: { pages: readonly { looked: number }[]; more: boolean }) {
  const texts = useTexts('report')
  const { number } = useFigures()
  const looked = props.pages.reduce((sum, page) => sum + page.looked, 0)
  if (!props.more || looked === 0) return null
  return <p className="soft small">{texts.looked(number(looked))}</p>
}

function Actions({ sendingId, choice }: { sendingId: number; choice: RecipientChoice }) {
  const texts = useTexts('report')
  const toast = useToast()
  const said = useSaid()
  const mayExport = useRight('people')
  const [busy, setBusy] = useState(false)
  if (!mayExport) return null
  const save = async () => {
    setBusy(true)
    try {
      saveFile(`recipients-${sendingId}.csv`, await recipientsAsCsv(sendingId, choice))
    } catch (error) {
      toast({ text: said(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <MadeOfRecipients sendingId={sendingId} choice={choice} />
      <Button busy={busy} icon={<Icon name="download" />} onClick={() => void save()}>
        {texts.export}
      </Button>
    </>
  )
}
