/** The page of a published list: its addresses, its look, and its newsletters. */
import { useState } from 'react'
import type { PublishedListAnswer } from '../../../actions/published/published.ts'
import type { TaggedAnswer } from '../../api/client.ts'
import { isStale } from '../../api/edited.ts'
import { useFilters } from '../../api/filters.ts'
import { useForms } from '../../api/forms.ts'
import { useChangePublished, usePublished } from '../../api/published.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { CheckList } from '../../parts/check-list.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { SelectField } from '../../parts/fields.tsx'
import { LineField, YesNo } from '../../parts/small-fields.tsx'
import { StaleNote } from '../../parts/stale-note.tsx'
import { Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { PublishedNewsletters } from './published-newsletters.tsx'
import '../../shared/published/published.css'

export function PublishedTab({ listId }: { listId: number }) {
  const { data, error, refetch } = usePublished(listId)
  const again = () => void refetch()
  return (
    <div className="page stack wide">
      {data ? (
        <PublishedList listId={listId} read={data} onTakeOver={again} />
      ) : error ? (
        <Failure error={error} onRetry={again} />
      ) : (
        <LoadingRows onRetry={again} />
      )}
    </div>
  )
}

interface PublishedListProps {
  listId: number
  read: TaggedAnswer<PublishedListAnswer>
  onTakeOver(): void
}

function PublishedList({ listId, read, onTakeOver }: PublishedListProps) {
  const texts = useTexts('published')
  const toast = useToast()
  const mayChange = useRight('people')
  const { mutate, isPending, error, reset } = useChangePublished(listId)
  const { active, address } = read.value
  const stale = isStale(error)
  const turn = (next: boolean) =>
    mutate(
      { body: { active: next }, ifMatch: read.tag },
      { onSuccess: () => toast({ text: next ? texts.isPublished : texts.isNot }) },
    )
  const takeOver = () => {
    reset()
    onTakeOver()
  }
  return (
    <>
      <p>{active ? texts.about : texts.aboutNot}</p>
      {stale && <StaleNote onTakeOver={takeOver} />}
      {error && !stale && <Failure error={error} />}
      {active ? (
        <Addresses address={address} />
      ) : (
        <>
          <p className="soft">{texts.publishing}</p>
          <p className="soft wrap">
            {texts.address}: <bdi>{address}</bdi>
          </p>
        </>
      )}
      {mayChange && (
        <p>
          <Button
            look={active ? 'danger' : 'primary'}
            busy={isPending}
            onClick={() => turn(!active)}
          >
            {active ? texts.unpublish : texts.publish}
          </Button>
        </p>
      )}
      {active && <PublishedNewsletters listId={listId} />}
      {mayChange && <HowShown key={read.tag} listId={listId} read={read} />}
    </>
  )
}

function Addresses({ address }: { address: string }) {
  const texts = useTexts('published')
  const all = [
    [texts.address, address],
    [texts.latest, `${address}/latest`],
    [texts.rss, `${address}/feed.xml`],
    [texts.json, `${address}/feed.json`],
  ] as const
  return (
    <>
      <dl className="published-addresses">
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <CopyText value={value} copy={texts.copy} copied={texts.copied} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a className="btn" href={address} target="_blank" rel="noreferrer">
          {texts.open}
        </a>
      </p>
    </>
  )
}

function HowShown({ listId, read }: Pick<PublishedListProps, 'listId' | 'read'>) {
  const texts = useTexts('published')
  const toast = useToast()
  const forms = useForms()
  const filters = useFilters()
  const { mutate, isPending, error } = useChangePublished(listId)
  const { title, description, slug, listed, formId, shownFilters } = read.value
  const [page, setPage] = useState({ title, description, slug, listed, formId, shownFilters })
  const set = (part: Partial<typeof page>) => setPage({ ...page, ...part })
  const submit = () =>
    mutate({ body: page, ifMatch: read.tag }, { onSuccess: () => toast({ text: texts.saved }) })
  const offered = (forms.data ?? []).filter(({ listIds }) => listIds.includes(listId))
  const formChoices = [
    { value: '', label: texts.noForm },
    ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <section className="stack narrow-page">
      <h2>{texts.how}</h2>
      <LineField
        label={texts.title}
        value={page.title}
        most={200}
        onChange={title => set({ title })}
      />
      <LineField
        label={texts.description}
        hint={texts.descriptionHint}
        value={page.description}
        most={500}
        onChange={description => set({ description })}
      />
      <LineField
        label={texts.slug}
        hint={texts.slugHint}
        value={page.slug}
        most={60}
        onChange={slug => set({ slug })}
      />
      <SelectField
        label={texts.form}
        value={String(page.formId ?? '')}
        choices={formChoices}
        onChange={value => set({ formId: value === '' ? null : Number(value) })}
      />
      <YesNo label={texts.listed} value={page.listed} onChange={listed => set({ listed })} />
      {(filters.data ?? []).length > 0 && (
        <CheckList
          label={texts.filters}
          choices={filters.data!.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={page.shownFilters}
          onChange={shownFilters => set({ shownFilters })}
        />
      )}
      <p className="soft">{texts.filtersHint}</p>
      {error && <Failure error={error} />}
      <p>
        <Button busy={isPending} onClick={submit}>
          {texts.save}
        </Button>
      </p>
    </section>
  )
}
