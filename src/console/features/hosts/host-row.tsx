/** A host: whether new links have it, whether it leads here, and what its owner can do. */
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { type HostsAnswer, useAddHost, useChooseHost, useHostDns } from '../../api/hosts.ts'
import { useRight } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu, type MenuAction } from '../../parts/menus.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { HostDns } from './host-dns.tsx'
import { RemoveHostDialog } from './remove-host.tsx'
import { useHostTexts } from './words.ts'

/** `current`: the host that new links have; undefined: that of the installation. */
export function HostRow(props: { of: HostsAnswer['items'][number]; current: string | undefined }) {
  const { host, isDefault, retired } = props.of
  const texts = useHostTexts()
  const toast = useToast()
  const owns = useRight('own')
  const dns = useHostDns(host)
  const choose = useChooseHost()
  const bringBack = useAddHost()
  const [leaving, setLeaving] = useState(false)

  const undo = () =>
    choose.mutate(
      { host: props.current, unchecked: true },
      { onSuccess: () => toast({ text: texts.undone }) },
    )
  const use = (wanted: string | undefined, unchecked = false) => {
    const text = wanted === undefined ? texts.noDefaultDone : texts.madeDefault(wanted)
    choose.mutate({ host: wanted, unchecked }, { onSuccess: () => toast({ text, undo }) })
  }
  const actions: MenuAction[] = [
    ...(isDefault
      ? [{ label: texts.noDefault, icon: <Icon name="undo" />, onClick: () => use(undefined) }]
      : []),
    {
      label: texts.remove,
      icon: <Icon name="remove" />,
      danger: true,
      onClick: () => setLeaving(true),
    },
  ]
  return (
    <li className="stack" aria-label={host}>
      <div className="host-head">
        <b className="wrap">
          <bdi>{host}</bdi>
        </b>
        {isDefault && <span className="tag good">{texts.isDefault}</span>}
        {retired !== null && <span className="tag">{texts.retired}</span>}
        {owns && (
          <span className="host-acts">
            {!isDefault && retired === null && (
              <Button busy={choose.isPending} onClick={() => use(host)}>
                {texts.makeDefault}
                <span className="sr"> {host}</span>
              </Button>
            )}
            {retired !== null && (
              <Button
                busy={bringBack.isPending}
                onClick={() =>
                  bringBack.mutate(host, {
                    onSuccess: () => toast({ text: texts.broughtBack(host) }),
                  })
                }
              >
                {texts.useAgain}
                <span className="sr"> {host}</span>
              </Button>
            )}
            <ActionMenu
              name={texts.actionsOf(host)}
              button={<Icon name="more" />}
              actions={actions}
            />
          </span>
        )}
      </div>
      {bringBack.error && <Failure error={bringBack.error} />}
      {choose.error && <NotChosen error={choose.error} onAnyway={() => use(host, true)} />}
      <HostDns host={host} read={dns} />
      {leaving && (
        <RemoveHostDialog
          host={host}
          wasDefault={isDefault}
          isRetired={retired !== null}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  )
}

const LEADS_ELSEWHERE = new Set(['host-elsewhere', 'host-nowhere', 'host-silent'])

/** The refusal; where the DNS is the reason, its owner may know better. */
function NotChosen({ error, onAnyway }: { error: unknown; onAnyway(): void }) {
  const texts = useHostTexts()
  const isDns = error instanceof ApiFailure && LEADS_ELSEWHERE.has(error.code ?? '')
  return (
    <>
      <Failure error={error} />
      {isDns && (
        <p className="row">
          <Button onClick={onAnyway}>{texts.anyway}</Button>
          <span className="soft small">{texts.anywayHint}</span>
        </p>
      )}
    </>
  )
}
