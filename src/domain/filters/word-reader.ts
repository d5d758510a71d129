/** Reads the words of a filter one by one, and its values. Throws FilterError. */
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

  protected fail(reason: string, { at }: Token = this.next()): never {
    throw new FilterError(reason, this.source, at)
  }

  protected expected(what: string): never {
    const { kind, text } = this.next()
    const found = kind === 'end' ? 'the filter ends' : `${JSON.stringify(text)} was found`
    return this.fail(`expected ${what}, but ${found}.`)
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

  protected whole(what: string, most: number): number {
    const { kind, text } = this.next()
    if (kind !== 'number' || !/^[1-9]\d{0,14}$/.test(text)) this.expected(what)
    if (Number(text) > most) this.fail(`${what} is at most ${most}.`)
    this.place++
    return Number(text)
  }

  protected text(): string {
    const token = this.next()
    if (token.kind === 'word')
      this.fail(`expected a text; put it in quotes: ${JSON.stringify(token.text)}.`)
    if (token.kind === 'number')
      this.fail(`expected a text; put it in quotes, since it is compared as text: "${token.text}".`)
    if (token.kind !== 'text') this.expected('a text in quotes')
    if (token.text.length > MOST_VALUE) this.fail(`a text has at most ${MOST_VALUE} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
    if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(token.text) || !token.text.isWellFormed())
      this.fail('a text must not contain control characters.')
    this.place++
    return token.text
  }

  protected format(): string {
    const token = this.next()
    const given = token.kind === 'word' || token.kind === 'text' ? token.text.toLowerCase() : ''
    if (given !== 'html' && given !== 'text') this.expected('"html" or "text"')
    this.place++
    return given
  }

  protected several(): string[] {
    if (!this.sign('(')) this.expected('"(" and texts with commas between them')
    const values = [this.text()]
    while (this.sign(',')) values.push(this.text())
    if (values.length > MOST_VALUES) this.fail(`"in" takes at most ${MOST_VALUES} texts.`)
    if (!this.sign(')')) this.expected('"," or ")"')
    return values
  }

  protected decimal(): string {
    const minus = this.sign('-') ? '-' : ''
    const { kind, text } = this.next()
    if (kind !== 'number') this.expected('a number, as 12 or 12.5')
    if (!/^\d{1,15}(?:\.\d{1,6})?$/.test(text))
      this.fail('a number has at most 15 digits before the point and 6 after it.')
    this.place++
    return `${minus}${text}`
  }

  protected day(): string | number {
    if (this.word('today')) {
      const by = this.sign('+', '-')
      return by === undefined
        ? 0
        : this.whole('a number of days', MOST_DAYS) * (by === '-' ? -1 : 1)
    }
    return this.givenDay('a day, as 2026-01-31, "today", or "today - 30"')
  }

  protected givenDay(wanted: string): string {
    const { kind, text } = this.next()
    if (kind !== 'text' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) this.expected(wanted)
    const moment = new Date(`${text}T00:00:00Z`)
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text)
      this.fail(`there is no day ${text}.`)
    this.place++
    return text
  }
}
