/** One data field: its name and kind, its values, those that would not fit, and its uses. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FieldAnswer } from '../../../actions/fields/fields.ts'
import { fieldRemoval, useEditField, useFieldContents, useFieldUses } from '../../api/fields.ts'
import { useRemoval } from '../../api/removal.ts'
import { useRight, useSeesPeople } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { YesNo } from '../../parts/small-fields.tsx'
import { Failure } from '../../parts/states.tsx'
import { useToast } from '../../parts/toasts.tsx'
import { choicesIn, type FieldKind, kindOf, ofKind } from '../../shared/fields/field-kind.ts'
import { KindFields } from '../../shared/fields/kind-fields.tsx'
import { useFigures } from '../../texts/figures.ts'
import { useTexts } from '../../texts/language.tsx'

/** Of the values; more are counted only. */
const SHOWN = 8

export function FieldDetails(props: {
  field: FieldAnswer
  people: number | undefined
  filled: number | undefined
  onClose(): void
}) {
  const { field, people, filled, onClose } = props
  const texts = useTexts('fields')
  const common = useTexts('common')
  const toast = useToast()
  const { number } = useFigures()
  const mayChange = useRight('people')
  const edit = useEditField(field.number)
  const remove = useRemoval(fieldRemoval(field.number))
  const [name, setName] = useState(field.name)
  const [kind, setKind] = useState<FieldKind>(kindOf(field))
  const [lines, setLines] = useState(field.choices.join('\n'))
  const [searched, setSearched] = useState(field.searched)
  const wanted = { name: name.trim(), ...ofKind(kind, lines) }
  const before = {
    name: field.name,
    type: field.type,
    choices: field.choices,
    searched: field.searched,
  }
  const isChanged = JSON.stringify({ ...wanted, searched }) !== JSON.stringify(before)
  const ready = isChanged && (kind !== 'choice' || wanted.choices.length > 0)
  const save = () => {
    const undo = () => edit.mutate(before)
    const onSuccess = () => toast({ text: texts.saved(wanted.name), undo })
    const { searched: former, ...rest } = before
    const named = JSON.stringify(wanted) !== JSON.stringify(rest)
    edit.mutate({ ...(named && wanted), ...(searched !== former && { searched }) }, { onSuccess })
  }
  return (
    <aside className="card stack field-details" aria-label={field.name}>
      <div className="row">
        <h2 className="wrap">
          <bdi>{field.name}</bdi>
        </h2>
        <button
          type="button"
          className="btn quiet icon push"
          aria-label={common.close}
          title={common.close}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      {filled !== undefined && people !== undefined && (
        <p className="soft small">{texts.have(number(filled), number(people))}</p>
      )}
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (ready && !edit.isPending) save()
        }}
      >
        <fieldset className="plain-set stack" disabled={!mayChange}>
          <TextField
            label={texts.name}
            value={name}
            hint={texts.nameHint(field.field)}
            maxLength={100}
            optional
            onChange={setName}
          />
          <KindFields kind={kind} lines={lines} onKind={setKind} onLines={setLines} />
          <YesNo label={texts.search} value={searched} onChange={setSearched} />
        </fieldset>
        <Contents field={field} kind={kind} lines={lines} onLines={mayChange && setLines} />
        {edit.error && <Failure error={edit.error} />}
        {remove.error && <Failure error={remove.error} />}
        {mayChange && (
          <div className="row wrap-row">
            <Button look="primary" type="submit" busy={!ready || edit.isPending}>
              {texts.save}
            </Button>
            {filled === 0 && (
              <Button
                look="quiet"
                busy={remove.isPending}
                onClick={() =>
                  remove.mutate(undefined, {
                    onSuccess() {
                      const undo = () => edit.mutate(before)
                      toast({ text: texts.removed(field.name), undo })
                      onClose()
                    },
                  })
                }
              >
                {texts.remove}
              </Button>
            )}
          </div>
        )}
      </form>
      <Uses of={field.number} />
    </aside>
  )
}

/** The values that there are, and those that would not fit. */
function Contents(props: {
  field: FieldAnswer
  kind: FieldKind
  lines: string
  onLines: false | ((lines: string) => void)
}) {
  const { field, kind, lines, onLines } = props
  const texts = useTexts('fields')
  const { number } = useFigures()
  const sees = useSeesPeople()
  const contents = useFieldContents(field.number, kind === 'choice' ? 'text' : kind)
  if (!sees) return null
  if (contents.error) return <Failure error={contents.error} />
  if (!contents.data || contents.data.values.length === 0) return null
  const { values } = contents.data
  const choices = new Set(choicesIn(lines).map(choice => choice.toLowerCase()))
  const others = values.filter(({ value }) => !choices.has(value.toLowerCase()))
  const misfits =
    kind === 'choice'
      ? {
          people: others.reduce((sum, { people }) => sum + people, 0),
          values: others.slice(0, 5).map(({ value }) => value),
        }
      : contents.data.misfits
  return (
    <>
      {kind !== 'text' && misfits.people > 0 && (
        <p className="note warn" role="status">
          <span>
            <b>{texts.misfits[kind](number(misfits.people), misfits.people === 1)}</b>
            <small>
              <bdi>{texts.among(misfits.values)}</bdi>
            </small>
          </span>
          {kind === 'choice' && onLines && (
            <Button
              onClick={() =>
                onLines([...choicesIn(lines), ...others.map(({ value }) => value)].join('\n'))
              }
            >
              {texts.takeAll}
            </Button>
          )}
        </p>
      )}
      <h3>{texts.values}</h3>
      <ul className="field-values">
        {values.slice(0, SHOWN).map(({ value, people }) => (
          <li key={value}>
            <bdi className="trunc">{value}</bdi>
            <span className="num">{number(people)}</span>
          </li>
        ))}
      </ul>
      {values.length > SHOWN && (
        <p className="faint small">{texts.moreValues(number(values.length - SHOWN))}</p>
      )}
    </>
  )
}

const PAGES = {
  filter: { to: '/filters/$id', icon: 'filter' },
  newsletter: { to: '/newsletters/$id', icon: 'mail' },
  template: { to: '/templates/$id', icon: 'template' },
} as const

function Uses({ of }: { of: number }) {
  const texts = useTexts('fields')
  const { data, error } = useFieldUses(of)
  if (error) return <Failure error={error} />
  if (!data) return null
  return (
    <>
      <h3>{texts.usedIn}</h3>
      {data.length === 0 && <p className="soft small">{texts.notUsed}</p>}
      <ul className="field-uses">
        {data.map(({ kind, id, name }) => (
          <li key={`${kind} ${id}`} className="wrap">
            <Icon name={kind === 'trigger' ? 'clock' : PAGES[kind].icon} />
            <span className="sr">{texts.users[kind]}: </span>
            {kind === 'trigger' ? (
              <bdi>{name}</bdi>
            ) : (
              <Link to={PAGES[kind].to} params={{ id: String(id) }}>
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
