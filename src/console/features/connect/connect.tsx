/**
 * The consent of OAuth: an assistant asks to be let in, a member says how far. Its request is the
 * fragment of the address, which the router does not read: a parameter would come back changed.
 */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallAnswer, call } from '../../api/client.ts'
import { useConfirmed } from '../../api/confirmation.tsx'
import { useSession } from '../../api/session.ts'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useConnectTexts } from './words.ts'
import './connect.css'

type Checked = CallAnswer<'POST /assistants/check'>
type Client = NonNullable<Checked['client']>
type Access = Client['asked']

export function ConnectPage() {
  const texts = useConnectTexts()
  const [request] = useState(() => location.hash.slice(1))
  const checked = useQuery({
    queryKey: ['assistants', request],
    queryFn: async () => await call('POST /assistants/check', { body: { request } }),
    enabled: request !== '',
    retry: false,
  })
  const { data } = checked
  return (
    <>
      <PageHead title={texts.title} />
      <div className="page stack wide narrow-page">
        {request === '' && <EmptyState title={texts.nobody} sentence={texts.nobodyHint} />}
        {checked.error && <Failure error={checked.error} />}
        {request !== '' && checked.isPending && (
          <LoadingRows onRetry={() => void checked.refetch()} />
        )}
        {data?.client && <Asked of={data} client={data.client} request={request} />}
        {data?.client === null && <Wrong of={data} />}
      </div>
    </>
  )
}

function Wrong({ of }: { of: Checked }) {
  const texts = useConnectTexts()
  return (
    <>
      <p className="note warn">{texts.wrong}</p>
      <div className="row">
        <Button onClick={() => location.assign(of.denied)}>{texts.back}</Button>
      </div>
    </>
  )
}

function Asked(props: { of: Checked; client: Client; request: string }) {
  const texts = useConnectTexts()
  const session = useSession().data
  const { of, client, request } = props
  const { name, returnsTo, asked, offered } = client
  const [access, setAccess] = useState<Access>(offered.includes(asked) ? asked : 'read')
  const confirmed = useConfirmed()
  const letIn = useMutation({
    mutationFn: () => confirmed(() => call('POST /assistants', { body: { request, access } })),
    onSuccess: ({ location: to }) => location.assign(to),
  })
  const facts = [
    [texts.itsName, name],
    [texts.returnsTo, returnsTo],
    [texts.account, session?.account.username ?? ''],
    ...(session?.person ? [[texts.actsFor, session.person.email]] : []),
  ] as const
  return (
    <>
      <h2 className="wrap">
        <bdi>{texts.wants(name)}</bdi>
      </h2>
      <dl className="facts">
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="wrap">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <fieldset className="plain-set stack connect-set">
        <legend>{texts.may}</legend>
        {offered.map(one => (
          <label key={one} className="connect-access">
            <input
              type="radio"
              name="access"
              checked={access === one}
              onChange={() => setAccess(one)}
            />
            <span>
              <b>{texts.access[one]}</b>
              <small className="soft">{texts.accessHint[one]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="note warn">{texts.beware}</p>
      <TeamFailure error={letIn.error} />
      <div className="row wrap-row">
        <Button
          look="primary"
          busy={letIn.isPending || letIn.isSuccess}
          onClick={() => letIn.mutate()}
        >
          {texts.letIn}
        </Button>
        <Button onClick={() => location.assign(of.denied)}>{texts.deny}</Button>
      </div>
      <p className="small faint">{texts.ends}</p>
    </>
  )
}
