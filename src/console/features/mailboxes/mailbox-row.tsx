/** A mailbox: its state, when it was read last, its trouble with cause and remedy, its actions. */
import { useEffect, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { RemovalDialog } from '../../parts/removal-dialog.tsx'
import { useTroubleWords } from '../../parts/said.ts'
import { Failure } from '../../parts/states.tsx'
import { ServerSteps } from '../../shared/servers/server-steps.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import { type KnownMailbox, mailboxRemoval, useCheckMailbox } from './calls.ts'
import { IntervalDialog, MoveMailboxDialog } from './mailbox-dialog.tsx'
import { useMailboxTexts } from './words.ts'

type Shown = 'test' | 'move' | 'interval' | 'remove'

export function MailboxRow({ of }: { of: KnownMailbox }) {
  const texts = useMailboxTexts()
  const troubleWords = useTroubleWords()
  const { moment, number, span } = useFigures()
  const [shown, setShown] = useState<Shown>()
  const { trouble, checked } = of
  const close = () => setShown(undefined)
  const open = (label: string, icon: 'refresh' | 'edit' | 'clock', which: Shown) => ({
    label,
    icon: <Icon name={icon} />,
    onClick: () => setShown(which),
  })
  const whose = of.accountId === undefined ? texts.forAll : texts.forOwn
  const state =
    of.seedAddress !== null
      ? { look: 'tag', text: texts.seed }
      : trouble !== null
        ? { look: 'tag bad', text: texts.fails }
        : checked === null
          ? { look: 'tag', text: texts.fresh }
          : { look: 'tag good', text: texts.works }
  return (
    <tr>
      <td className="wrap">
        <b>
          <bdi>{of.mailbox}</bdi>
        </b>
        <span className="sub">
          {whose}
          {of.seedAddress === null && `, ${texts.every(span(of.everySeconds))}`}
        </span>
      </td>
      <td className="wrap">
        <span className={state.look}>{state.text}</span>
        {trouble !== null && (
          <>
            <span className="sub">{troubleWords(of)}</span>
            <span className="sub">{texts.repair}</span>
          </>
        )}
      </td>
      <td className="hide-s">
        {checked === null ? <span className="faint">–</span> : moment(checked)}
      </td>
      <td className="num hide-s">{number(of.fetched)}</td>
      <td className="num">
        <ActionMenu
          name={texts.actionsOf(of.mailbox)}
          button={<Icon name="more" />}
          actions={[
            open(texts.test, 'refresh', 'test'),
            open(texts.change, 'edit', 'move'),
            open(texts.how, 'clock', 'interval'),
            {
              label: texts.remove,
              icon: <Icon name="remove" />,
              danger: true,
              onClick: () => setShown('remove'),
            },
          ]}
        />
        {shown === 'test' && <CheckDialog of={of} onClose={close} />}
        {shown === 'move' && <MoveMailboxDialog of={of} onClose={close} />}
        {shown === 'interval' && <IntervalDialog of={of} onClose={close} />}
        {shown === 'remove' && (
          <RemovalDialog
            of={mailboxRemoval(of)}
            title={texts.removeAsks}
            act={texts.remove}
            said={texts.removed}
            onClose={close}
          >
            <p>
              <bdi>{of.mailbox}</bdi>
            </p>
            <p>{texts.removeTells}</p>
          </RemovalDialog>
        )}
      </td>
    </tr>
  )
}

function CheckDialog({ of, onClose }: { of: KnownMailbox; onClose(): void }) {
  const texts = useMailboxTexts()
  const common = useTexts('common')
  const troubleWords = useTroubleWords()
  const { number } = useFigures()
  const { mutate, data, error, isPending } = useCheckMailbox()
  // Once, as it opens: the mailbox is polled, and another object each time.
  const [first] = useState(of)
  useEffect(() => mutate(first), [mutate, first])
  const trouble = data && data.trouble !== null ? troubleWords(data) : undefined
  return (
    <Dialog title={texts.testOf} onClose={onClose}>
      <div className="stack">
        <p>
          <bdi>{of.mailbox}</bdi>
        </p>
        {isPending && <p role="status">{texts.testing}</p>}
        {error && <Failure error={error} />}
        {data && (
          <>
            <p className={trouble === undefined ? 'note' : 'note bad'} role="status">
              <span>
                {trouble === undefined
                  ? texts.readable(number(data.messages), number(data.fresh))
                  : texts.unreadable(trouble)}
              </span>
            </p>
            <ServerSteps steps={data.steps} certificate={data.certificate} trouble={trouble} />
          </>
        )}
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.close}</Button>
          <Button busy={isPending} onClick={() => mutate(first)}>
            {texts.again}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
