/** API keys: the credentials of programs for the JSON API. */
import { useState } from 'react'
import type { ApiKeyAnswer } from '../../../actions/api-keys/api-keys.ts'
import { isKept } from '../../api/kept.ts'
import { keyRemoval, useApiKeys } from '../../api/team.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { AddKeyDialog, NEW_KEY } from './add-key.tsx'
import { KeyBound } from './key-binding.tsx'
import { KeyMaker, TakeOverDialog } from './key-maker.tsx'
import { OnceDialog } from './once-dialog.tsx'

export function KeysPage() {
  const texts = useTexts('team')
  const keys = useApiKeys()
  const [adding, setAdding] = useState(() => isKept(NEW_KEY))
  const [token, setToken] = useState('')
  const [leaving, setLeaving] = useState<ApiKeyAnswer>()
  const [taking, setTaking] = useState<ApiKeyAnswer>()
  const add = (
    <Button look="primary" icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {texts.addKey}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.keys} actions={keys.data?.length !== 0 && add} />
      <div className="page">
        {keys.error && <Failure error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.isPending && <LoadingRows onRetry={() => void keys.refetch()} />}
        {keys.data?.length === 0 && (
          <EmptyState title={texts.keysNone} sentence={texts.keysHint}>
            {add}
          </EmptyState>
        )}
        {keys.data && keys.data.length > 0 && (
          <KeysTable keys={keys.data} onRevoke={setLeaving} onTake={setTaking} />
        )}
      </div>
      {adding && (
        <AddKeyDialog
          onClose={() => setAdding(false)}
          onToken={made => {
            setAdding(false)
            setToken(made)
          }}
        />
      )}
      {token !== '' && (
        <OnceDialog
          title={texts.addKey}
          tells={texts.keyOnce}
          secret={token}
          onClose={() => setToken('')}
        />
      )}
      {leaving && <RevokeDialog of={leaving} onClose={() => setLeaving(undefined)} />}
      {taking && <TakeOverDialog of={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}

function KeysTable(props: {
  keys: readonly ApiKeyAnswer[]
  onRevoke(key: ApiKeyAnswer): void
  onTake(key: ApiKeyAnswer): void
}) {
  const texts = useTexts('team')
  const { time, day } = useFormats()
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.keyName}</th>
          <th className="hide-s">{texts.keyRights}</th>
          <th className="hide-s">{texts.lastUse}</th>
          <th className="hide-s">{texts.expires}</th>
          <th>
            <span className="sr">{texts.revoke}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.keys.map(key => (
          <tr key={key.id}>
            <td className="strong wrap">
              <bdi>{key.name}</bdi>
              <span className="sub">
                {texts.created} {day(key.created)}
              </span>
              <KeyMaker of={key} />
              <KeyBound of={key} />
              {key.returnsTo !== null && (
                <span className="sub wrap">
                  <bdi>{texts.assistantAt(key.returnsTo)}</bdi>
                </span>
              )}
              <span className="sub only-s">
                {key.rights.map(right => texts.rights[right]).join(', ')}
                {key.masked && `, ${texts.masked}`}
                {key.test && `, ${texts.testKey}`}
                {key.callsPerMinute !== null && `, ${texts.callsShown(key.callsPerMinute)}`}
              </span>
              <span className="sub only-s">
                {texts.lastUse}: {key.used === null ? texts.never : time(key.used)}
              </span>
              {key.expires !== null && (
                <span className="sub only-s">
                  {texts.expires}: {day(key.expires)}
                  {key.expired && <span className="tag bad">{texts.expired}</span>}
                </span>
              )}
            </td>
            <td className="wrap hide-s">
              {key.rights.map(right => (
                <span key={right} className="line">
                  {texts.rights[right]}
                </span>
              ))}
              {key.masked && <span className="sub">{texts.masked}</span>}
              {key.test && <span className="sub">{texts.testKey}</span>}
              {key.callsPerMinute !== null && (
                <span className="sub">{texts.callsShown(key.callsPerMinute)}</span>
              )}
            </td>
            <td className="nowrap hide-s">{key.used === null ? texts.never : time(key.used)}</td>
            <td className="nowrap hide-s">
              {key.expires === null ? '–' : day(key.expires)}
              {key.expired && <span className="tag bad">{texts.expired}</span>}
            </td>
            <td className="num">
              {key.why !== null && !key.expired && key.returnsTo === null && (
                <Button onClick={() => props.onTake(key)}>
                  {texts.takeOver}
                  <span className="sr"> {key.name}</span>
                </Button>
              )}{' '}
              <Button onClick={() => props.onRevoke(key)}>
                {texts.revoke}
                <span className="sr"> {key.name}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RevokeDialog({ of, onClose }: { of: ApiKeyAnswer; onClose(): void }) {
  const texts = useTexts('team')
  return (
    <RemovalDialog
      of={keyRemoval(of.id)}
      title={texts.revokeAsks(of.name)}
      act={texts.revoke}
      said={texts.revoked(of.name)}
      onClose={onClose}
    >
      <p>{texts.revokeTells}</p>
    </RemovalDialog>
  )
}
