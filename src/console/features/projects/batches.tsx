/** Files of single emails that programs named, the newest first. */
import { Link } from '@tanstack/react-router'
import { PageHead } from '../../parts/frame.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { EmailViews } from '../../shared/emails/email-views.tsx'
import { useFigures } from '../../texts/figures.ts'
import { BatchState } from './batch-state.tsx'
import { type ShownBatch, useBatches } from './calls.ts'
import { useProjectTexts } from './words.ts'
import './projects.css'

export function BatchesPage() {
  const texts = useProjectTexts()
  const batches = useBatches()
  return (
    <>
      <PageHead title={texts.files} />
      <EmailViews value="files" />
      <div className="page">
        <PagedTable
          query={batches}
          head={
            <>
              <th>{texts.file}</th>
              <th>{texts.state}</th>
              <th className="hide-s">{texts.project}</th>
              <th className="num hide-s">{texts.rows}</th>
              <th className="num hide-s">{texts.queued}</th>
              <th className="num hide-s">{texts.rejected}</th>
              <th className="num hide-s">{texts.fetched}</th>
            </>
          }
          row={batch => <BatchRow key={batch.id} batch={batch} />}
          empty={{ title: texts.noFiles, sentence: texts.noFilesHint }}
          more={texts.more}
        />
      </div>
    </>
  )
}

/** The last part of its address, which tells files apart. */
export const fileName = ({ source }: Pick<ShownBatch, 'source'>): string => {
  const path = URL.canParse(source) ? new URL(source).pathname : source
  return path.split('/').filter(Boolean).at(-1) ?? source
}

function BatchRow({ batch }: { batch: ShownBatch }) {
  const texts = useProjectTexts()
  const { number, moment } = useFigures()
  const { guid, project, rows, queued, rejected, created } = batch
  return (
    <tr>
      <td className="wrap">
        <Link className="name" to="/emails/files/$id" params={{ id: guid }}>
          <bdi>{fileName(batch)}</bdi>
        </Link>
        <span className="sub only-s">
          {moment(created)} · {texts.queued}: {number(queued)}
          {rejected > 0 && ` · ${texts.rejected}: ${number(rejected)}`}
        </span>
      </td>
      <td>
        <BatchState state={batch.state} />
      </td>
      <td className="hide-s wrap soft">
        <bdi>{project}</bdi>
      </td>
      <td className="num hide-s">{number(rows)}</td>
      <td className="num hide-s">{number(queued)}</td>
      <td className="num hide-s">
        {rejected > 0 ? <b className="batch-rejected">{number(rejected)}</b> : number(0)}
      </td>
      <td className="num hide-s nowrap">{moment(created)}</td>
    </tr>
  )
}
