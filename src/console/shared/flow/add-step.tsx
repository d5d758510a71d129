/** A "+" on a line of the drawing, with the kinds of steps. */
import { Icon, type IconName } from '../../parts/icons.tsx'
import { ActionMenu } from '../../parts/menus.tsx'
import { useTexts } from '../../texts/language.tsx'
import { STEP_KINDS, type StepKind } from '../trigger-text/step-kinds.ts'

const KIND_ICONS: Record<StepKind, IconName> = {
  send: 'mail',
  sms: 'phone',
  wait: 'clock',
  clicked: 'eye',
  opened: 'eye',
  converted: 'eye',
  event: 'eye',
  changed: 'eye',
  joined: 'eye',
  if: 'branch',
  filter: 'filter',
  set: 'edit',
  join: 'add',
  leave: 'takeOff',
  call: 'reference',
}

export function AddStep(props: { after: string; way: string; onAdd(kind: StepKind): void }) {
  const { after, way, onAdd } = props
  const texts = useTexts('triggers')
  const actions = STEP_KINDS.map(kind => ({
    label: texts.stepKinds[kind],
    icon: <Icon name={KIND_ICONS[kind]} />,
    onClick: () => onAdd(kind),
  }))
  const name = texts.addStep(after, way)
  return (
    <ActionMenu name={name} button={<Icon name="plus" />} look="add-step" actions={actions} long />
  )
}
