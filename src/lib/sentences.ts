/**
 * Sentences as a code with values: closed tables have them in English; whoever shows one in another
 * language has words of its own for each code.
 */

/** The values of a sentence. */
export type Value = string | number
export type DetailValues<Name extends string> = Record<Name, Value>

export interface CodedSentence<Code extends string = string> {
  code: Code
  values: Record<string, Value>
  /** In English. */
  detail: string
}

type Table = Record<string, (values: never) => string>

/** A function that makes details of a closed table. */
export const detailsOf =
  <Words extends Table>(words: Words) =>
  <Code extends keyof Words & string>(
    code: Code,
    ...given: Parameters<Words[Code]>
  ): CodedSentence<keyof Words & string> => {
    const say = words[code] as unknown as (values: unknown) => string
    const values = (given[0] ?? {}) as Record<string, Value>
    return { code, values, detail: say(values) }
  }

/** 12,345 */
export const count = (value: Value): string => Number(value).toLocaleString('en-US')
