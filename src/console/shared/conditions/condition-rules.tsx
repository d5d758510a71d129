/** The builder: rules that all have to hold, groups of which one has to, how much each narrows. */
import { useEffect, useRef, useState } from 'react'
import type {
  FilterMatches,
  FilterNarrowing,
  FilterRules,
} from '../../../actions/filters/filters.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LoadingRows } from '../../parts/states.tsx'
import './conditions.css'
import { useFormats, useTexts } from '../../texts/language.tsx'
import { RuleFields } from './rule-row.tsx'
import {
  type EventValue,
  itemsOf,
  newGroup,
  newRule,
  placesOf,
  type Rule,
  type RuleGroup,
  type RuleItem,
  wordsOf,
} from './rules.ts'

interface RuleCounts {
  /** Of these words, or of former ones: for the counts. */
  counted: FilterMatches | undefined
  /** Of these words, or of former ones; comes after the count. */
  narrowing: FilterNarrowing | undefined
}

export function ConditionRules(props: {
  /** Of the words as they are now; undefined while they are read. */
  rules: FilterRules | undefined
  /** None: nobody is counted. */
  counts?: RuleCounts
  /** Values of the event that a run is about; they may be asked for as well. */
  eventValues?: readonly EventValue[]
  where: string
  mayChange: boolean
  /** Asks again for the rules of the words; undefined: they are not being read. */
  onRetry: (() => void) | undefined
  onWhere(where: string): void
}) {
  const { rules, counts, eventValues, where, mayChange, onRetry, onWhere } = props
  const narrowing = counts?.narrowing
  const texts = useTexts('filters')
  const [items, setItems] = useState<RuleItem[]>([])
  const built = useRef('')
  // Words that were not built here are shown as rules once the service has understood them.
  useEffect(() => {
    if (where === built.current) return
    if (where.trim() === '') setItems([])
    else if (rules) setItems(itemsOf(rules))
    else return
    built.current = where
  }, [where, rules])
  const change = (next: RuleItem[]) => {
    setItems(next)
    built.current = wordsOf(next)
    onWhere(built.current)
  }
  const put = (at: number, item: RuleItem) => change(items.with(at, item))
  const places = placesOf(items)
  return (
    <section className={counts ? 'stack rules-pane' : 'stack rules-pane narrow'}>
      {counts && (
        <h2>
          {texts.rules} <small className="faint">{texts.rulesHint}</small>
        </h2>
      )}
      {onRetry && <LoadingRows onRetry={onRetry} />}
      <ol className="rules">
        {items.map((item, at) => (
          <li key={item.key} className={'any' in item ? 'rule-group' : ''}>
            <span className="faint small">{at === 0 ? texts.allOf : texts.and}</span>
            <RuleBody
              item={item}
              eventValues={eventValues}
              mayChange={mayChange}
              onItem={next => put(at, next)}
            />
            {counts ? (
              <Narrowing
                isComplete={places.has(item.key)}
                left={leftOf(places.get(item.key), counts.counted, narrowing)}
              />
            ) : (
              !places.has(item.key) && (
                <span className="rule-count faint small">{texts.incomplete}</span>
              )
            )}
            {mayChange && (
              <RemoveRule
                name={texts.removeRule(wordsOf([item]) || String(at + 1))}
                onClick={() => change(items.toSpliced(at, 1))}
              />
            )}
          </li>
        ))}
      </ol>
      {mayChange && (
        <div className="row">
          <Button icon={<Icon name="plus" />} onClick={() => change([...items, newRule()])}>
            {texts.addRule}
          </Button>
          <Button icon={<Icon name="plus" />} onClick={() => change([...items, newGroup()])}>
            {texts.addGroup}
          </Button>
        </div>
      )}
      {narrowing?.estimated && <p className="faint small">{texts.estimated}</p>}
      {items.some(isAboutOpens) && <p className="faint small">{texts.opensMiss}</p>}
    </section>
  )
}

const isAboutOpens = (item: RuleItem): boolean =>
  'any' in item ? item.any.some(isAboutOpens) : 'subject' in item && item.subject === 'opened'

interface BodyProps {
  eventValues: readonly EventValue[] | undefined
  mayChange: boolean
}

function RuleBody(props: BodyProps & { item: RuleItem; onItem(item: RuleItem): void }) {
  const { item, onItem, ...more } = props
  if ('words' in item)
    return (
      <code className="wrap">
        <bdi>{item.words}</bdi>
      </code>
    )
  if ('any' in item) return <GroupBody group={item} {...more} onGroup={onItem} />
  return <RuleFields rule={item} {...more} onRule={onItem} />
}

function GroupBody(props: BodyProps & { group: RuleGroup; onGroup(group: RuleGroup): void }) {
  const { group, eventValues, mayChange, onGroup } = props
  const texts = useTexts('filters')
  const change = (any: Rule[]) => onGroup({ ...group, any })
  return (
    <div className="group-rules">
      {group.any.map((rule, at) => (
        <div key={rule.key} className="group-rule">
          <span className="faint small">{at === 0 ? texts.anyOf : texts.or}</span>
          <RuleFields
            rule={rule}
            eventValues={eventValues}
            mayChange={mayChange}
            onRule={next => change(group.any.with(at, next))}
          />
          {mayChange && group.any.length > 1 && (
            <RemoveRule
              name={texts.removeRule(wordsOf([rule]) || String(at + 1))}
              onClick={() => change(group.any.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {mayChange && (
        <Button
          look="quiet"
          icon={<Icon name="plus" />}
          onClick={() => change([...group.any, newRule()])}
        >
          {texts.addAlternative}
        </Button>
      )}
    </div>
  )
}

interface Left {
  where: string
  /** The matches of this rule alone. */
  alone: number | undefined
  /** Of the last rule it is exact, and known before those of the other rules. */
  left: number | undefined
  of: number
  last: boolean
  estimated: boolean
}

function leftOf(
  at: number | undefined,
  counted: FilterMatches | undefined,
  narrowing: FilterNarrowing | undefined,
): Left | undefined {
  const rule = at === undefined ? undefined : counted?.rules[at]
  if (!counted || !rule) return undefined
  const last = rule === counted.rules.at(-1)
  const narrowed = narrowing?.rules[at!]
  return {
    where: rule.where,
    alone: narrowed?.alone,
    of: counted.of,
    last,
    left: last ? counted.matching : narrowed?.left,
    estimated: !last && narrowing?.estimated === true,
  }
}

/** The people left after a rule, of all. */
function Narrowing({ isComplete, left: known }: { isComplete: boolean; left: Left | undefined }) {
  const texts = useTexts('filters')
  const { number } = useFormats()
  if (!isComplete) return <span className="rule-count faint small">{texts.incomplete}</span>
  if (known?.left === undefined) return <span className="rule-count faint small">…</span>
  const { where, alone, left, of, last, estimated } = known
  return (
    <span className="rule-count">
      <meter
        className={last ? 'last' : ''}
        min={0}
        max={Math.max(of, 1)}
        value={left}
        title={alone === undefined ? undefined : texts.alone(number(alone))}
        aria-label={where}
      />
      <span className="num">{estimated ? texts.about(number(left)) : number(left)}</span>
    </span>
  )
}

function RemoveRule({ name, onClick }: { name: string; onClick(): void }) {
  return (
    <button type="button" className="btn quiet icon" title={name} onClick={onClick}>
      <Icon name="close" />
      <span className="sr">{name}</span>
    </button>
  )
}
