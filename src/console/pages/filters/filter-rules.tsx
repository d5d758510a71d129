/** The rules that all have to hold, how much each narrows, and a new one. */
import { useState } from 'react'
import type { FilterMatches } from '../../../console-api/v1/routes/filters.ts'
import { useLists } from '../../api/lists.ts'
import { useFields } from '../../api/people.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ChoiceField } from '../../parts/toolbar.tsx'
import { useFormats, useTextsOf } from '../../texts/language.tsx'
import { allOf, isAboutText, RULE_KINDS, type Rule, type RuleKind, ruleWords } from './rules.ts'
import { filterTexts } from './texts.ts'

const COLUMNS = ['email', 'domain', 'name', 'format', 'country', 'phone']

export function FilterRules(props: {
  matches: FilterMatches | undefined
  where: string
  mayChange: boolean
  onWhere(where: string): void
}) {
  const { matches, where, mayChange, onWhere } = props
  const texts = useTextsOf(filterTexts)
  const { number } = useFormats()
  const rules = matches?.rules ?? []
  const add = (words: string) => onWhere(where.trim() === '' ? words : allOf(rules, [words]))
  return (
    <section className="stack">
      <h2>
        {texts.rules} <small className="faint">{texts.rulesHint}</small>
      </h2>
      <ul className="rules">
        {rules.map((rule, at) => (
          <li key={rule.where}>
            <code className="wrap">
              <bdi>{rule.where}</bdi>
            </code>
            <meter
              min={0}
              max={Math.max(matches?.of ?? 0, 1)}
              value={rule.left}
              title={texts.alone(number(rule.alone))}
              aria-label={rule.where}
            />
            <span className="num">{number(rule.left)}</span>
            {mayChange && (
              <button
                type="button"
                className="btn quiet icon"
                title={texts.removeRule(rule.where)}
                onClick={() => onWhere(allOf(rules.toSpliced(at, 1), []))}
              >
                <Icon name="close" />
                <span className="sr">{texts.removeRule(rule.where)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {matches?.estimated && <p className="faint small">{texts.estimated}</p>}
      {mayChange && <NewRule onAdd={add} />}
    </section>
  )
}

const START: Rule = {
  ...{ kind: 'contains', column: 'email', value: '', listId: undefined, days: '', not: false },
}

function NewRule({ onAdd }: { onAdd(words: string): void }) {
  const texts = useTextsOf(filterTexts)
  const { data: fields = [] } = useFields()
  const { data: lists = [] } = useLists()
  const [rule, setRule] = useState(START)
  const { kind } = rule
  const given = { ...rule, listId: rule.listId ?? lists[0]?.id }
  const words = ruleWords(given)
  const named = fields.filter(({ activated }) => activated)
  const columns = [
    ...COLUMNS.map(value => ({ value, label: value })),
    ...named.map(({ field, name }) => ({ value: field, label: `${field} ${name}` })),
  ]
  return (
    <form
      className="toolbar rule-form"
      onSubmit={event => {
        event.preventDefault()
        if (words === undefined) return
        onAdd(words)
        setRule({ ...START, kind, column: rule.column })
      }}
    >
      <label className="labelled">
        <input
          type="checkbox"
          className="check-box"
          checked={rule.not}
          onChange={() => setRule({ ...rule, not: !rule.not })}
        />
        {texts.not}
      </label>
      {isAboutText(kind) && (
        <ChoiceField
          label={texts.rule}
          value={rule.column}
          choices={columns}
          onChange={column => setRule({ ...rule, column })}
        />
      )}
      <ChoiceField
        label={texts.rule}
        value={kind}
        choices={RULE_KINDS.map(value => ({ value, label: texts.ruleKinds[value] }))}
        onChange={next => setRule({ ...rule, kind: next as RuleKind })}
      />
      {isAboutText(kind) && kind !== 'empty' && (
        <input
          className="plain-input"
          aria-label={texts.value}
          placeholder={texts.value}
          value={rule.value}
          maxLength={1000}
          onChange={event => setRule({ ...rule, value: event.currentTarget.value })}
        />
      )}
      {kind === 'list' && (
        <ChoiceField
          label={texts.ruleKinds.list}
          value={String(given.listId ?? '')}
          choices={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={listId => setRule({ ...rule, listId: Number(listId) })}
        />
      )}
      {!isAboutText(kind) && kind !== 'list' && (
        <input
          className="plain-input days"
          inputMode="numeric"
          aria-label={texts.days}
          placeholder={texts.days}
          value={rule.days}
          maxLength={5}
          onChange={event => setRule({ ...rule, days: event.currentTarget.value })}
        />
      )}
      <Button type="submit" busy={words === undefined} icon={<Icon name="plus" />}>
        {texts.addRule}
      </Button>
    </form>
  )
}
