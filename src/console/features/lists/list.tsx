/** One mailing list: its size, its growth, and its actions. */
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListAnswer } from '../../../actions/lists/lists.ts'
import { useArchiveList, useList, useListDays } from '../../api/lists.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { GrowthChart } from '../../parts/charts/growth-chart.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { UnreadPage } from '../../parts/unread-page.tsx'
import { ObjectHistory } from '../../shared/audit/audit-table.tsx'
import { EditListDialog } from '../../shared/lists/list-form.tsx'
import { WhoLeft } from '../../shared/people/who-left.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import '../../parts/charts/charts.css'
import { FormGrowth } from './form-growth.tsx'
import { PublishedTab } from './published-tab.tsx'
import { RemoveListDialog } from './remove-list.tsx'

export function ListPage() {
  const own = useTexts('lists')
  const { id } = useParams({ from: '/lists/$id' })
  const { data, error, refetch } = useList(Number(id))
  if (data) return <OneList list={data} />
  const above = <Link to="/lists">{own.back}</Link>
  return <UnreadPage title={id} above={above} error={error} onRetry={refetch} />
}

type View = 'overview' | 'left' | 'published'

function OneList({ list }: { list: ListAnswer }) {
  const own = useTexts('lists')
  const people = useTexts('people')
  const { published } = useTexts('published')
  const [view, setView] = useState<View>('overview')
  const { day } = useFormats()
  const mayChange = useRight('people')
  return (
    <>
      <PageHead
        title={list.name}
        above={<Link to="/lists">{own.back}</Link>}
        aside={list.archived ? own.archivedSince(day(list.archived)) : String(list.id)}
        actions={
          <>
            <Link className="btn" to="/subscribers" search={{ list: list.id }}>
              {own.show}
            </Link>
            {mayChange && (
              <a className="btn" href={`/api/v1/lists/${list.id}/export`} download>
                <Icon name="download" />
                {own.export}
              </a>
            )}
            {mayChange && <ListActions list={list} />}
          </>
        }
      />
      <PageTabs<View>
        label={own.views}
        value={view}
        choices={[
          { value: 'overview', label: own.overview },
          { value: 'left', label: people.whoLeft },
          { value: 'published', label: published },
        ]}
        onChange={setView}
      />
      {view === 'overview' && <Overview list={list} />}
      {view === 'published' && <PublishedTab listId={list.id} />}
      {view === 'left' && (
        <div className="page">
          <WhoLeft listId={list.id} />
        </div>
      )}
    </>
  )
}

function Overview({ list }: { list: ListAnswer }) {
  const texts = useTexts('common')
  const { day } = useFormats()
  return (
    <div className="page stack wide">
      {list.description !== '' && (
        <p className="wrap">
          <bdi>{list.description}</bdi>
        </p>
      )}
      <ListFigures list={list} />
      <FormGrowth listId={list.id} />
      <dl className="facts narrow-page">
        <div>
          <dt>{texts.sender}</dt>
          <dd>
            <bdi>{list.fromName}</bdi> <bdi>{list.fromEmail}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.tracking}</dt>
          <dd>{texts.trackings[list.tracking]}</dd>
        </div>
        <div>
          <dt>{texts.created}</dt>
          <dd>{day(list.created)}</dd>
        </div>
      </dl>
      <ObjectHistory kind="list" id={list.id} />
    </div>
  )
}

function ListFigures({ list }: { list: ListAnswer }) {
  const own = useTexts('lists')
  const texts = useTexts('common')
  const words = useTexts('home')
  const { number, day } = useFormats()
  const { data, error, refetch } = useListDays(list.id)
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows onRetry={() => void refetch()} />
  const joined = data.days.reduce((sum, one) => sum + one.joined, 0)
  const left = data.days.reduce((sum, one) => sum + one.left, 0)
  return (
    <>
      <dl className="figures">
        <div>
          <dt>{texts.subscribers}</dt>
          <dd>
            {number(list.subscribers)}
            <small className="sub faint tiny">{own.counted}</small>
          </dd>
        </div>
        <div>
          <dt>{own.joined}</dt>
          <dd>{number(joined)}</dd>
        </div>
        <div>
          <dt>{own.left}</dt>
          <dd>{number(left)}</dd>
        </div>
      </dl>
      <section className="stack">
        <h2>{own.days}</h2>
        <GrowthChart
          label={own.chart(number(joined), number(left))}
          days={data.days.map(one => ({ day: one.day, came: one.joined, left: one.left }))}
          names={{ day: words.day, came: words.joined, left: words.wentAway }}
          day={day}
          number={number}
        />
        <p className="faint small">{own.countedFrom(day(data.countedFrom))}</p>
      </section>
    </>
  )
}

function ListActions({ list }: { list: ListAnswer }) {
  const own = useTexts('lists')
  const texts = useTexts('common')
  const toast = useToast()
  const navigate = useNavigate()
  const archive = useArchiveList()
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const { id: listId, name } = list
  const restore = () =>
    archive.mutate(
      { listId, archived: false },
      { onSuccess: () => toast({ text: own.restored(name) }) },
    )
  const hide = () => {
    const onSuccess = () => toast({ text: own.archived(name), undo: restore })
    archive.mutate({ listId, archived: true }, { onSuccess })
  }
  const close = (said?: string) => {
    setDialog(undefined)
    if (said !== undefined) toast({ text: said })
  }
  return (
    <>
      <Button icon={<Icon name="edit" />} hotkey="e" onClick={() => setDialog('edit')}>
        {texts.editList}
      </Button>
      <Button busy={archive.isPending} onClick={list.archived ? restore : hide}>
        {list.archived ? own.restore : own.archive}
      </Button>
      <Button look="danger" onClick={() => setDialog('remove')}>
        {texts.removeList}
      </Button>
      {dialog === 'edit' && <EditListDialog list={list} onClose={close} />}
      {dialog === 'remove' && (
        <RemoveListDialog
          list={list}
          onRemoved={() => void navigate({ to: '/lists' })}
          onClose={close}
        />
      )}
    </>
  )
}
