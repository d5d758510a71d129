/** What can be done with a webhook: try, change, pause, resume, replay, a new key, remove. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TeamFailure } from '../../parts/action-failure.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import {
  usePause,
  useResume,
  useRotate,
  useTryWebhook,
  type Webhook,
  type WebhookSecret,
  type WebhookTrial,
  webhookRemoval,
} from './calls.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { useWebhookTexts } from './words.ts'

type Asked = 'edit' | 'pause' | 'replay' | 'key' | 'remove'

export function WebhookActs({ of }: { of: Webhook }) {
  const texts = useWebhookTexts()
  const toast = useToast()
  const [asked, setAsked] = useState<Asked>()
  const [secret, setSecret] = useState<WebhookSecret>()
  const trial = useTryWebhook(of.name)
  const resume = useResume(of.name)
  const close = () => setAsked(undefined)
  const goOn = () =>
    resume.mutate(undefined, { onSuccess: () => toast({ text: texts.resumed(of.name) }) })
  return (
    <div className="stack">
      <div className="webhook-acts">
        <Button icon={<Icon name="send" />} busy={trial.isPending} onClick={() => trial.mutate()}>
          {texts.test}
        </Button>
        {of.state === 'paused' ? (
          <Button look="primary" icon={<Icon name="play" />} busy={resume.isPending} onClick={goOn}>
            {texts.resume}
          </Button>
        ) : (
          <Button icon={<Icon name="pause" />} onClick={() => setAsked('pause')}>
            {texts.pause}
          </Button>
        )}
        <Button icon={<Icon name="edit" />} onClick={() => setAsked('edit')}>
          {texts.edit}
        </Button>
        <Button icon={<Icon name="history" />} onClick={() => setAsked('replay')}>
          {texts.replay}
        </Button>
        <ActionMenu
          name={texts.more(of.name)}
          button={<Icon name="more" />}
          actions={[
            {
              label: texts.newKey,
              icon: <Icon name="key" />,
              onClick: () => setAsked('key'),
            },
            {
              label: texts.remove,
              icon: <Icon name="remove" />,
              danger: true,
              onClick: () => setAsked('remove'),
            },
          ]}
        />
      </div>
      <TeamFailure error={trial.error ?? resume.error} />
      <div role="status">{trial.data && !trial.isPending && <Tried trial={trial.data} />}</div>
      {asked === 'edit' && <WebhookForm of={of} onClose={close} />}
      {asked === 'pause' && <PauseDialog name={of.name} onClose={close} />}
      {asked === 'replay' && <ReplayDialog name={of.name} onClose={close} />}
      {asked === 'remove' && <RemoveDialog of={of} onClose={close} />}
      {asked === 'key' && (
        <KeyDialog
          name={of.name}
          onClose={close}
          onSecret={made => {
            close()
            setSecret(made)
          }}
        />
      )}
      {secret && <SecretDialog made={secret} onClose={() => setSecret(undefined)} />}
    </div>
  )
}

function Tried({ trial: { ok, answer, causes, millis } }: { trial: WebhookTrial }) {
  const texts = useWebhookTexts()
  const troubleWords = useTroubleWords()
  const { number } = useFigures()
  const said = troubleWords({ trouble: answer, causes }).replace(/\.$/, '')
  if (ok) return <p className="note good">{texts.tested(said, number(millis))}</p>
  return (
    <p className="note bad">
      <span>
        <b>{texts.testFailed(said, number(millis))}</b>
        <span className="sub">{texts.testTodo}</span>
      </span>
    </p>
  )
}

function PauseDialog({ name, onClose }: { name: string; onClose(): void }) {
  const texts = useWebhookTexts()
  const common = useTexts('common')
  const toast = useToast()
  const pause = usePause(name)
  const [reason, setReason] = useState('')
  const onSuccess = () => {
    toast({ text: texts.paused(name) })
    onClose()
  }
  return (
    <FormDialog
      title={texts.pauseAsks(name)}
      act={texts.pause}
      keep={common.keep}
      error={pause.error}
      busy={pause.isPending}
      onSubmit={() => pause.mutate(reason.trim(), { onSuccess })}
      onClose={onClose}
    >
      <p>{texts.pauseTells}</p>
      <TextField
        label={texts.reason}
        value={reason}
        onChange={setReason}
        maxLength={500}
        optional
        focused
      />
    </FormDialog>
  )
}

const KEEP_HOURS = ['24', '168', '0'] as const

function KeyDialog(props: { name: string; onClose(): void; onSecret(made: WebhookSecret): void }) {
  const texts = useWebhookTexts()
  const common = useTexts('common')
  const rotate = useRotate(props.name)
  const [hours, setHours] = useState<(typeof KEEP_HOURS)[number]>('24')
  return (
    <Dialog title={texts.newKeyAsks(props.name)} onClose={props.onClose}>
      <div className="stack">
        <TeamFailure error={rotate.error} />
        <p>{texts.newKeyTells}</p>
        <SelectField
          label={texts.keep}
          value={hours}
          choices={KEEP_HOURS.map(value => ({ value, label: texts.keepHours[value] }))}
          onChange={value => setHours(value)}
        />
        <div className="dialog-acts">
          <Button onClick={props.onClose}>{common.keep}</Button>
          <Button
            look="primary"
            busy={rotate.isPending}
            onClick={() => rotate.mutate(Number(hours), { onSuccess: props.onSecret })}
          >
            {texts.newKey}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function RemoveDialog({ of, onClose }: { of: Webhook; onClose(): void }) {
  const texts = useWebhookTexts()
  const navigate = useNavigate()
  const { number } = useFigures()
  return (
    <RemovalDialog
      of={webhookRemoval(of.name)}
      title={texts.removeAsks(of.name)}
      act={texts.remove}
      said={texts.removed(of.name)}
      onRemoved={() => void navigate({ to: '/webhooks' })}
      onClose={onClose}
    >
      <p>{texts.removeTells(of.waiting, number(of.waiting))}</p>
    </RemovalDialog>
  )
}
