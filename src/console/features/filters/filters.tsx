/** The filters of the account. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useFilters } from '../../api/filters.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { useTexts } from '../../texts/language.tsx'

export function FiltersPage() {
  const texts = useTexts('filters')
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useFilters()
  const mayChange = useRight('people')
  const { q = '' } = useSearch({ from: '/filters' })
  const search = (next: string) =>
    void navigate({ to: '/filters', search: next === '' ? {} : { q: next }, replace: true })
  const wanted = q.toLowerCase()
  const found = data?.filter(({ name, where }) => `${name} ${where}`.toLowerCase().includes(wanted))
  const add = mayChange && (
    <Button
      look="primary"
      icon={<Icon name="plus" />}
      hotkey="n"
      onClick={() => void navigate({ to: '/filters/$id', params: { id: 'new' } })}
    >
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.title} actions={data?.length !== 0 && add} />
      <div className="page">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState title={texts.none} sentence={texts.noneHint}>
            {add}
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <div className="toolbar">
            <SearchField label={texts.search} value={q} onChange={search} />
          </div>
        )}
        {data && data.length > 0 && found?.length === 0 && (
          <EmptyState title={texts.noneFound} sentence={texts.noneFoundHint}>
            <Button onClick={() => search('')}>{texts.showAll}</Button>
          </EmptyState>
        )}
        {found && found.length > 0 && (
          <table>
            <thead>
              <tr>
                <th>{texts.name}</th>
                <th className="hide-s">{texts.condition}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ id, name, where }) => (
                <tr key={id}>
                  <td className="strong wrap">
                    <Link to="/filters/$id" params={{ id: String(id) }}>
                      <bdi>{name}</bdi>
                    </Link>
                    <span className="only-s sub">
                      <bdi>{where}</bdi>
                    </span>
                  </td>
                  <td className="wrap hide-s">
                    <code>
                      <bdi>{where}</bdi>
                    </code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
