/** What the DNS says of a host, and the record to publish until it leads here. */
import type { HostDnsAnswer } from '../../../actions/hosts/hosts.ts'
import type { useHostDns } from '../../api/hosts.ts'
import { Button } from '../../parts/button.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Failure } from '../../parts/states.tsx'
import { useHostTexts } from './words.ts'

const LOOKS = { here: 'tag good', elsewhere: 'tag bad', nowhere: 'tag warn', unknown: 'tag' }

export function HostDns(props: { host: string; read: ReturnType<typeof useHostDns> }) {
  const texts = useHostTexts()
  const { host, read } = props
  return (
    <div className="stack" aria-busy={read.isFetching}>
      <div className="row">
        <span role="status">
          {read.data && (
            <span className={LOOKS[read.data.state]}>{texts.states[read.data.state]}</span>
          )}
          {!read.data && !read.error && <span className="soft small">{texts.asking}</span>}
        </span>
        <Button
          look="quiet"
          icon={<Icon name="refresh" />}
          busy={read.isFetching}
          onClick={() => void read.refetch()}
        >
          {texts.checkAgain}
          <span className="sr"> {host}</span>
        </Button>
      </div>
      {read.error && <Failure error={read.error} />}
      {read.data && read.data.state !== 'here' && (
        <RecordToPublish
          dns={read.data}
          means={texts.means[read.data.state](read.data.found.join(', '))}
        />
      )}
    </div>
  )
}

function RecordToPublish({ dns, means }: { dns: HostDnsAnswer; means: string }) {
  const texts = useHostTexts()
  const { record, wanted } = dns
  return (
    <>
      <p>{means}</p>
      <dl className="host-record">
        <div>
          <dt>{texts.recordType}</dt>
          <dd>
            <code>{record.type}</code>
          </dd>
        </div>
        <div>
          <dt>{texts.recordName}</dt>
          <dd>
            <CopyText value={record.name} copy={texts.copy} copied={texts.copied} />
          </dd>
        </div>
        <div>
          <dt>{texts.recordValue}</dt>
          <dd>
            <CopyText value={record.value} copy={texts.copy} copied={texts.copied} />
          </dd>
        </div>
      </dl>
      {record.type === 'CNAME' && wanted.length > 0 && (
        <p className="soft small">{texts.apex(wanted.join(', '))}</p>
      )}
    </>
  )
}
