/** The test groups: addresses that test emails go to, made, changed and removed. */
import { useState } from 'react'
import { useRight } from '../../api/session.ts'
import {
  type TestGroup,
  useRemoveTestGroup,
  useSetTestGroup,
  useTestGroups,
} from '../../api/test-emails.ts'
import { AddressesField, addressesIn, isAddress } from '../../parts/addresses-field.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { PageHead } from '../../parts/frame.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { EmptyState, Failure, LoadingRows } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** As the service has it. */
const MOST_IN_GROUP = 100
/** Of a row; all are in the dialog. */
const SHOWN = 4

export function TestGroupsPage() {
  const texts = useTexts('testEmails')
  const { data, error, refetch } = useTestGroups()
  const mayChange = useRight('content')
  const [open, setOpen] = useState<TestGroup | 'new'>()
  const add = mayChange && (
    <Button look="primary" icon={<Icon name="plus" />} hotkey="n" onClick={() => setOpen('new')}>
      {texts.newGroup}
    </Button>
  )
  return (
    <>
      <PageHead title={texts.testGroups} actions={data?.length !== 0 && add} />
      <div className="page">
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <LoadingRows onRetry={() => void refetch()} />}
        {data?.length === 0 && (
          <EmptyState title={texts.noGroups} sentence={texts.noGroupsHint}>
            {add}
          </EmptyState>
        )}
        {data && data.length > 0 && (
          <GroupsTable groups={data} onEdit={mayChange ? setOpen : undefined} />
        )}
      </div>
      {open && (
        <GroupDialog group={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

function GroupsTable(props: {
  groups: readonly TestGroup[]
  onEdit: ((group: TestGroup) => void) | undefined
}) {
  const texts = useTexts('testEmails')
  const { number } = useFigures()
  const toast = useToast()
  const remove = useRemoveTestGroup()
  const set = useSetTestGroup()
  const { groups, onEdit } = props
  const removeOne = ({ name, emails }: TestGroup) =>
    remove.mutate(name, {
      onSuccess: () =>
        toast({ text: texts.removed(name), undo: () => set.mutate({ group: name, emails }) }),
    })
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <table>
        <thead>
          <tr>
            <th>{texts.name}</th>
            <th className="hide-s">{texts.addresses}</th>
            <th className="num">{texts.count}</th>
            {onEdit && (
              <th>
                <span className="sr">{texts.actionsOf('')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map(group => (
            <tr key={group.name}>
              <td className="strong wrap">
                {onEdit ? (
                  <button type="button" className="link-button" onClick={() => onEdit(group)}>
                    <bdi>{group.name}</bdi>
                  </button>
                ) : (
                  <bdi>{group.name}</bdi>
                )}
              </td>
              <td className="wrap hide-s">
                <bdi>{group.emails.slice(0, SHOWN).join(', ')}</bdi>
                {group.emails.length > SHOWN && (
                  <span className="sub">{texts.more(number(group.emails.length - SHOWN))}</span>
                )}
              </td>
              <td className="num">{number(group.emails.length)}</td>
              {onEdit && (
                <td className="num">
                  <ActionMenu
                    name={texts.actionsOf(group.name)}
                    button={<Icon name="more" />}
                    actions={[
                      {
                        label: texts.edit,
                        icon: <Icon name="edit" />,
                        onClick: () => onEdit(group),
                      },
                      {
                        label: texts.remove,
                        icon: <Icon name="remove" />,
                        danger: true,
                        onClick: () => removeOne(group),
                      },
                    ]}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function GroupDialog({ group, onClose }: { group: TestGroup | undefined; onClose(): void }) {
  const texts = useTexts('testEmails')
  const { number } = useFigures()
  const { data: groups = [] } = useTestGroups()
  const set = useSetTestGroup()
  const [name, setName] = useState(group?.name ?? '')
  const [given, setGiven] = useState({
    chips: group?.emails ?? ([] as readonly string[]),
    typed: '',
  })
  const emails = addressesIn(given)
  const wrong = emails.find(address => !isAddress(address))
  const tooMany = emails.length > MOST_IN_GROUP
  const problem = tooMany
    ? texts.tooMany(number(emails.length), number(MOST_IN_GROUP))
    : wrong === undefined
      ? undefined
      : texts.noAddress(wrong)
  const wanted = name.trim()
  const isTaken = wanted !== group?.name && groups.some(one => one.name === wanted)
  const ready = wanted !== '' && !isTaken && emails.length > 0 && problem === undefined
  return (
    <FormDialog
      title={group ? texts.edit : texts.newGroup}
      act={group ? texts.save : texts.newGroup}
      error={set.error}
      busy={!ready || set.isPending}
      onSubmit={() => {
        const body = { group: group?.name ?? wanted, name: wanted, emails }
        set.mutate(body, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        value={name}
        onChange={setName}
        problem={isTaken ? texts.taken(wanted) : undefined}
        maxLength={100}
        focused={group === undefined}
      />
      <AddressesField
        label={texts.addresses}
        hint={texts.addressesHint}
        value={given}
        problem={problem}
        onChange={setGiven}
      />
    </FormDialog>
  )
}
