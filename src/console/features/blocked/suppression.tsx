/** Addresses that get no emails because emails to them bounced. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRelease, useSuppressions } from '../../api/blocked.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { SearchField } from '../../parts/toolbar.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'

export function SuppressionPage() {
  const texts = useTexts('blocked')
  const { day } = useFormats()
  const toast = useToast()
  const navigate = useNavigate()
  const { domain = '' } = useSearch({ from: '/suppression' })
  const addresses = useSuppressions(domain)
  const release = useRelease()
  const mayChange = useRight('people')
  const [releasing, setReleasing] = useState<string>()
  const releaseOne = (email: string, reason: string) => {
    const onSuccess = () => {
      setReleasing(undefined)
      toast({ text: texts.released(email) })
    }
    release.mutate({ email, reason }, { onSuccess })
  }
  return (
    <>
      <PageHead title={texts.suppression} />
      <div className="page">
        <div className="toolbar">
          <SearchField
            label={texts.domain}
            value={domain}
            onChange={next =>
              void navigate({
                to: '/suppression',
                search: next === '' ? {} : { domain: next },
                replace: true,
              })
            }
          />
        </div>
        <PagedTable
          query={addresses}
          empty={{
            title: texts.suppressionNone,
            sentence: texts.suppressionHint,
            action:
              domain === '' ? (
                <Link className="btn" to="/subscribers">
                  {texts.showPeople}
                </Link>
              ) : (
                <Link className="btn" to="/suppression" search={{}}>
                  {texts.allDomains}
                </Link>
              ),
          }}
          more={texts.more}
          head={
            <>
              <th>{texts.address}</th>
              <th className="hide-s">{texts.reason}</th>
              <th className="hide-s">{texts.since}</th>
              <th className="hide-s">{texts.triedAgain}</th>
              {mayChange && (
                <th>
                  <span className="sr">{texts.release}</span>
                </th>
              )}
            </>
          }
          row={({ email, since, reason, until, held }) => (
            <tr key={email}>
              <td className="strong wrap">
                <bdi>{email}</bdi>
                <span className="only-s sub">
                  <bdi>{reason}</bdi> · {day(since)}
                </span>
              </td>
              <td className="wrap hide-s">
                <code>
                  <bdi>{reason}</bdi>
                </code>
              </td>
              <td className="nowrap hide-s">{day(since)}</td>
              <td className="hide-s">{held ? texts.held : until ? day(until) : texts.never}</td>
              {mayChange && (
                <td className="num">
                  <Button onClick={() => setReleasing(email)}>
                    {texts.release}
                    <span className="sr"> {email}</span>
                  </Button>
                </td>
              )}
            </tr>
          )}
        />
      </div>
      {releasing !== undefined && (
        <ReasonDialog
          asked="release"
          email={releasing}
          busy={release.isPending}
          error={release.error}
          onClose={() => setReleasing(undefined)}
          onDone={reason => releaseOne(releasing, reason)}
        />
      )}
    </>
  )
}
