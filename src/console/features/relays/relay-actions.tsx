/** Actions of a relay: a menu, and its dialogs. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu, type MenuAction } from '../../parts/menus.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { useToast } from '../../parts/toasts.tsx'
import {
  type KnownRelay,
  relayRemoval,
  usePauseRelay,
  useResumeRelay,
} from '../../shared/relays/relay-calls.ts'
import { RelayTestForm } from '../../shared/relays/test-relay.tsx'
import { useTexts } from '../../texts/language.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { MoveRelayDialog } from './move-relay.tsx'

type Shown = 'test' | 'limits' | 'move' | 'remove'

export function RelayActions(props: {
  of: KnownRelay
  onError(error: unknown): void
  /** Absent: the page is not that of the relay. */
  onRemoved?(): void
}) {
  const texts = useTexts('relays')
  const toast = useToast()
  const pause = usePauseRelay()
  const resume = useResumeRelay()
  const navigate = useNavigate()
  const [shown, setShown] = useState<Shown>()
  const { of, onError, onRemoved } = props
  const { name } = of
  const done = (text: string) => ({
    onSuccess: () => {
      onError(undefined)
      toast({ text })
    },
    onError,
  })
  const open = (label: string, icon: 'send' | 'edit' | 'gauge', which: Shown): MenuAction => ({
    label,
    icon: <Icon name={icon} />,
    onClick: () => setShown(which),
  })
  const turn: MenuAction =
    of.state === 'paused'
      ? {
          label: texts.resume,
          icon: <Icon name="refresh" />,
          onClick: () => resume.mutate(name, done(texts.resumedDone(name))),
        }
      : {
          label: texts.pause,
          icon: <Icon name="pause" />,
          onClick: () => pause.mutate(name, done(texts.pausedDone(name))),
        }
  // That of the settings has none before it is used for the first time.
  const changes: MenuAction[] = [
    open(texts.limits, 'gauge', 'limits'),
    open(texts.move, 'edit', 'move'),
    turn,
    {
      label: texts.warmUp,
      icon: <Icon name="clock" />,
      onClick: () => void navigate({ to: '/relays/relay', search: { name } }),
    },
    {
      label: texts.remove,
      icon: <Icon name="remove" />,
      danger: true,
      onClick: () => setShown('remove'),
    },
  ]
  const actions = [open(texts.test, 'send', 'test'), ...(of.limits ? changes : [])]
  const close = () => setShown(undefined)
  return (
    <>
      <ActionMenu name={texts.actionsOf(name)} button={<Icon name="more" />} actions={actions} />
      {shown === 'test' && (
        <Dialog title={texts.testOf(name)} onClose={close}>
          <RelayTestForm route={name} />
        </Dialog>
      )}
      {shown === 'limits' && of.limits && (
        <LimitsDialog name={name} limits={of.limits} onClose={close} />
      )}
      {shown === 'move' && <MoveRelayDialog name={name} onClose={close} />}
      {shown === 'remove' && (
        <RemovalDialog
          of={relayRemoval(name)}
          title={texts.removeAsks(name)}
          act={texts.remove}
          said={texts.removed(name)}
          onClose={close}
          {...(onRemoved && { onRemoved })}
        >
          <p>{texts.removeTells}</p>
        </RemovalDialog>
      )}
    </>
  )
}
