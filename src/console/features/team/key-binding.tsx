/** What an API key is bound to: chosen in its form, and shown in the table of keys. */
import type { ApiKeyAnswer } from '../../../actions/api-keys/api-keys.ts'
import { useLists } from '../../api/lists.ts'
import { useProjects } from '../../api/team.ts'
import { SelectField, TextArea } from '../../parts/fields.tsx'
import { useTexts } from '../../texts/language.tsx'

/** As it is chosen: `project:3`, `list:1`, or all of the account. */
export interface ChosenBinding {
  scope: string
  /** One in a line. */
  networks: string
}

export const UNBOUND: ChosenBinding = { scope: '', networks: '' }

/** As the call takes it. */
export function bindingOf({ scope, networks }: ChosenBinding) {
  const [kind, id] = scope.split(':')
  const given = networks.split(/[\s,]+/).filter(one => one !== '')
  return {
    ...(kind === 'project' && { project: id! }),
    ...(kind === 'list' && { listId: Number(id) }),
    ...(given.length > 0 && { networks: given }),
  }
}

/** Of 20 networks. */
const MOST_TYPED = 1_000

export function BindingFields(props: {
  value: ChosenBinding
  onChange(next: ChosenBinding): void
}) {
  const texts = useTexts('team')
  const projects = useProjects().data?.items ?? []
  const lists = useLists().data ?? []
  const { value, onChange } = props
  const choices = [
    { value: '', label: texts.boundNowhere },
    ...projects.map(({ id, name }) => ({
      value: `project:${id}`,
      label: texts.boundToProject(name),
    })),
    ...lists.map(({ id, name }) => ({ value: `list:${id}`, label: texts.boundToList(name) })),
  ]
  return (
    <>
      <SelectField
        label={texts.boundTo}
        value={value.scope}
        choices={choices}
        onChange={scope => onChange({ ...value, scope })}
      />
      <TextArea
        label={texts.networks}
        hint={texts.networksHint}
        value={value.networks}
        maxLength={MOST_TYPED}
        onChange={networks => onChange({ ...value, networks })}
      />
    </>
  )
}

/** Of a key that is bound: of others nothing. */
export function KeyBound({
  of: { projectId, project, listId, list, networks },
}: {
  of: ApiKeyAnswer
}) {
  const texts = useTexts('team')
  return (
    <>
      {projectId !== null && (
        <span className="sub wrap">{texts.boundToProject(project ?? String(projectId))}</span>
      )}
      {listId !== null && (
        <span className="sub wrap">{texts.boundToList(list ?? String(listId))}</span>
      )}
      {networks.length > 0 && (
        <span className="sub wrap">{texts.boundToNetworks(networks.join(', '))}</span>
      )}
    </>
  )
}
