/** A condition in words of the language of the page. */
import type { FilterCondition } from '../../../actions/filters/filters.ts'
import { isDeed, namedBy, RELATIVE_DAY, type Rule, ruleOf } from '../../shared/conditions/rules.ts'
import type { Catalogue } from '../../texts/language.tsx'

export interface SentenceNames {
  /** Of a field by DD5, of the others by their id; undefined: not known, or not loaded. */
  nameOf(kind: 'field' | 'list' | 'newsletter' | 'import' | 'form', id: string): string | undefined
  day(day: string): string
}

type Texts = Catalogue['filters']

/** Undefined: there are no words for a part of it. */
export function sentenceOf(
  condition: FilterCondition,
  texts: Texts,
  names: SentenceNames,
): string | undefined {
  const several = (parts: FilterCondition[], word: string): string | undefined => {
    const said = parts.map(part => {
      const one = sentenceOf(part, texts, names)
      return 'all' in part || 'any' in part ? one && `(${one})` : one
    })
    return said.some(one => one === undefined) ? undefined : said.join(` ${word} `)
  }
  if ('all' in condition) return several(condition.all, texts.and)
  if ('any' in condition) return several(condition.any, texts.or)
  const rule = ruleOf(condition)
  if (rule) return ruleSentence(rule, texts, names)
  const listed = 'not' in condition ? condition.not : condition
  if (!('values' in listed)) return undefined
  const { column, values } = listed
  const subject = columnName(typeof column === 'number' ? `DD${column}` : column, texts, names)
  return texts.sentence.oneOf(
    'not' in condition,
    subject,
    values.map(value => shortQuoted(value, texts)),
  )
}

function columnName(subject: string, texts: Texts, names: SentenceNames): string {
  const known = texts.subjects as Record<string, string>
  return names.nameOf('field', subject) ?? known[subject] ?? subject
}

function ruleSentence(rule: Rule, texts: Texts, names: SentenceNames): string {
  const { subject, test, value, not, of } = rule
  if (!isDeed(subject)) {
    const by = columnName(subject, texts, names)
    const negated: Partial<Record<string, string>> = texts.sentence.negated
    const positive = texts.tests[test]
    const comparison = not ? (negated[test] ?? `${texts.not} ${positive}`) : positive
    if (test === 'empty') return `${by} ${comparison}`
    if (test.startsWith('date')) return `${by} ${comparison} ${dayWords(value, texts, names)}`
    return `${by} ${comparison} ${test.startsWith('number') ? value : shortQuoted(value, texts)}`
  }
  const kind = namedBy(subject)
  const what = of === '' || !kind ? '' : shortQuoted(names.nameOf(kind, of) ?? of, texts)
  const time =
    test === 'joined since'
      ? texts.sentence.since(names.day(value))
      : value === ''
        ? ''
        : texts.sentence.within(value)
  if (subject === 'measured') return texts.sentence.measured(not, texts.tests[test])
  if (subject === 'bounced') return texts.sentence.bounced(not, texts.tests[test], time)
  return texts.sentence[subject](not, what, time)
}

function dayWords(value: string, texts: Texts, names: SentenceNames): string {
  const relative = RELATIVE_DAY.exec(value)
  if (!relative) return names.day(value)
  const [, sign, days] = relative
  if (days === undefined) return texts.sentence.today
  return sign === '-' ? texts.sentence.ago(days) : texts.sentence.ahead(days)
}

const LONGEST = 80

const shortQuoted = (text: string, { sentence }: Texts): string =>
  sentence.quoted(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
