/** Reads the words of a filter one by one, and its values. Throws FilterError. */
import type { FilterPart } from '../details/conditions.ts'
import { type Detail, type DetailArguments, type DetailCode, detailed } from '../details/details.ts'
import { MOST_DAYS, MOST_VALUE } from './condition.ts'
import { FilterError, filterWords, type Token } from './filter-words.ts'

const MOST_VALUES = 1000

export class WordReader {
  private readonly source: string
  private readonly tokens: Token[]
  protected place = 0

  constructor(source: string) {
    this.source = source
    this.tokens = filterWords(source)
  }

  protected next(): Token {
    return this.tokens[this.place]!
  }

  protected fail<Code extends DetailCode>(code: Code, ...values: DetailArguments<Code>): never {
    return this.failAt(this.next(), detailed(code, ...values))
  }

  protected failAt({ at }: Token, detail: Detail): never {
    throw new FilterError(detail, this.source, at)
  }

  protected expected(wanted: FilterPart): never {
    const { kind, text } = this.next()
    if (kind === 'end') return this.fail('filter-ends', { wanted })
    return this.fail('filter-expected', { wanted, found: text })
  }

  protected isWord(...words: string[]) {
    return this.next().kind === 'word' && words.includes(this.next().text.toLowerCase())
  }

  protected word(...words: string[]): string | undefined {
    return this.isWord(...words) ? this.tokens[this.place++]!.text.toLowerCase() : undefined
  }

  protected sign(...signs: string[]): string | undefined {
    return this.next().kind === 'sign' && signs.includes(this.next().text)
      ? this.tokens[this.place++]!.text
      : undefined
  }

  protected whole(wanted: FilterPart, most: number): number {
    const { kind, text } = this.next()
    if (kind !== 'number' || !/^[1-9]\d{0,14}$/.test(text)) this.expected(wanted)
    if (Number(text) > most) this.fail('filter-most', { wanted, most })
    this.place++
    return Number(text)
  }

  protected text(): string {
    const { kind, text } = this.next()
    if (kind === 'word') this.fail('filter-unquoted', { text })
    if (kind === 'number') this.fail('filter-number-text', { text })
    if (kind !== 'text') this.expected('text')
    if (text.length > MOST_VALUE) this.fail('filter-text-long', { most: MOST_VALUE })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text) || !text.isWellFormed())
      this.fail('filter-text-controls')
    this.place++
    return text
  }

  protected format(): string {
    const token = this.next()
    const given = token.kind === 'word' || token.kind === 'text' ? token.text.toLowerCase() : ''
    if (given !== 'html' && given !== 'text') this.expected('format')
    this.place++
    return given
  }

  protected several(): string[] {
    if (!this.sign('(')) this.expected('texts')
    const values = [this.text()]
    while (this.sign(',')) values.push(this.text())
    if (values.length > MOST_VALUES) this.fail('filter-texts-many', { most: MOST_VALUES })
    if (!this.sign(')')) this.expected('comma-or-end')
    return values
  }

  protected decimal(): string {
    const minus = this.sign('-') ? '-' : ''
    const { kind, text } = this.next()
    if (kind !== 'number') this.expected('decimal')
    if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(text)) this.fail('filter-decimal')
    this.place++
    return `${minus}${text}`
  }

  protected day(): string | number {
    if (this.word('today')) {
      const by = this.sign('+', '-')
      return by === undefined ? 0 : this.whole('days', MOST_DAYS) * (by === '-' ? -1 : 1)
    }
    return this.givenDay('day-or-today')
  }

  protected givenDay(wanted: FilterPart): string {
    const { kind, text } = this.next()
    if (kind !== 'text' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) this.expected(wanted)
    const moment = new Date(`${text}T00:00:00Z`)
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text)
      this.fail('filter-no-day', { day: text })
    this.place++
    return text
  }
}
