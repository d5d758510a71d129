/** The audience: lists, excluded lists, filters; and its size, while it is being chosen. */
import { Link } from '@tanstack/react-router'
import type { FunnelAnswer } from '../../../actions/sendings/audiences.ts'
import { useFilters } from '../../api/filters.ts'
import { useLists } from '../../api/lists.ts'
import { Chip, PickMenu } from '../../parts/pick-menu.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { AudienceFunnel } from '../../shared/sendings/audience-funnel.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'
import type { AudienceChoice } from './calls.ts'
import { SendStep } from './send-step.tsx'

export function AudienceStep(props: {
  choice: AudienceChoice
  funnel: FunnelAnswer | undefined
  countedAt: number
  counting: boolean
  error: unknown
  onRetry(): void
  /** Names of lists that were chosen and are gone. */
  gone: readonly { id: number; name: string }[]
  onChange(choice: AudienceChoice): void
}) {
  const texts = useTexts('send')
  const { clock } = useFigures()
  const { choice, funnel, countedAt, counting, error, gone, onChange } = props
  const { listIds, resendOf } = choice
  const people = funnel?.willGet ?? 0
  const done = people > 0 && gone.length === 0 && error === null
  const said = counting || countedAt === 0 ? texts.counting : texts.counted(clock(countedAt))
  return (
    <SendStep
      id="step-audience"
      title={texts.who}
      aside={listIds.length > 0 && error === null ? said : undefined}
      state={done ? 'done' : gone.length > 0 || error ? 'wrong' : 'open'}
    >
      <ChosenAudience choice={choice} gone={gone} onChange={onChange} />
      {resendOf && (
        <p className="note">
          <span>
            {texts.resend[resendOf.without]}{' '}
            <Link to="/sendings/$id" params={{ id: String(resendOf.sendingId) }}>
              {texts.resendOf}
            </Link>
          </span>
          <button
            type="button"
            className="btn"
            onClick={() => onChange({ ...choice, resendOf: undefined })}
          >
            {texts.resendDrop}
          </button>
        </p>
      )}
      {gone.map(({ id, name }) => (
        <p key={id} className="note bad" role="alert">
          <span>{texts.listGone(name)}</span>
        </p>
      ))}
      {error !== null && gone.length === 0 && <Failure error={error} onRetry={props.onRetry} />}
      {listIds.length === 0 && <p className="soft">{texts.noList}</p>}
      {funnel && listIds.length > 0 && <AudienceFunnel funnel={funnel} choice={choice} />}
      {resendOf === undefined && (choice.repeat || gotIt(funnel)) && (
        <YesNo
          label={texts.repeat}
          value={choice.repeat}
          onChange={repeat => onChange({ ...choice, repeat })}
        />
      )}
    </SendStep>
  )
}

/** Some of them have it by another sending. */
const gotIt = (funnel: FunnelAnswer | undefined): boolean =>
  funnel?.leftOut.some(({ reason }) => reason === 'got-it') ?? false

function ChosenAudience(props: {
  choice: AudienceChoice
  gone: readonly { id: number; name: string }[]
  onChange(choice: AudienceChoice): void
}) {
  const texts = useTexts('send')
  const lists = useLists().data ?? []
  const filters = useFilters().data ?? []
  const { choice, gone, onChange } = props
  const { listIds, excludedListIds, filterIds } = choice
  const free = lists
    .filter(({ id }) => !listIds.includes(id) && !excludedListIds.includes(id))
    .map(({ id, name }) => ({ key: String(id), label: name, value: id }))
  const listName = (id: number) =>
    [...lists, ...gone].find(list => list.id === id)?.name ?? String(id)
  const filterName = (id: number) => filters.find(filter => filter.id === id)?.name ?? String(id)
  const without = (ids: readonly number[], dropped: number) => ids.filter(id => id !== dropped)
  return (
    <div className="chosen">
      <span className="label">{texts.to}</span>
      {listIds.map(id => (
        <Chip
          key={id}
          label={listName(id)}
          remove={texts.remove(listName(id))}
          bad={gone.some(one => one.id === id)}
          onRemove={() => onChange({ ...choice, listIds: without(listIds, id) })}
        />
      ))}
      <PickMenu
        label={texts.addList}
        choices={free}
        onPick={id => onChange({ ...choice, listIds: [...listIds, id] })}
      />
      {free.length + excludedListIds.length > 0 && <span className="label">{texts.except}</span>}
      {excludedListIds.map(id => (
        <Chip
          key={id}
          label={listName(id)}
          remove={texts.remove(listName(id))}
          bad={gone.some(one => one.id === id)}
          onRemove={() => onChange({ ...choice, excludedListIds: without(excludedListIds, id) })}
        />
      ))}
      <PickMenu
        label={texts.excludeList}
        choices={free}
        onPick={id => onChange({ ...choice, excludedListIds: [...excludedListIds, id] })}
      />
      {(filters.length > 0 || filterIds.length > 0) && (
        <span className="label">{texts.onlyThose}</span>
      )}
      {filterIds.map(id => (
        <Chip
          key={id}
          label={filterName(id)}
          remove={texts.remove(filterName(id))}
          onRemove={() => onChange({ ...choice, filterIds: without(filterIds, id) })}
        />
      ))}
      <PickMenu
        label={texts.addFilter}
        choices={filters
          .filter(({ id }) => !filterIds.includes(id))
          .map(({ id, name }) => ({ key: String(id), label: name, value: id }))}
        onPick={id => onChange({ ...choice, filterIds: [...filterIds, id] })}
      />
    </div>
  )
}
