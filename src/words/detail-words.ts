/**
 * Refusals and troubles of the service by code. The service says them in English; other languages
 * have words for every code: one without does not compile.
 */
import type { DetailCode } from '../actions/problem.ts'

/** A value that is not there is ''. */
type Value = (name: string) => string

/** `number` and `moment`: as the language writes them. */
export type DetailWord = (value: Value, number: Value, moment: Value) => string

export type DetailWords = Partial<Record<DetailCode, DetailWord>>

export const details: DetailWords = {}
