/** Shared by the tests of the pool and of the wire. */
import type { RelayVerdict } from '../../../src/mail/smtp/verdict.ts'
import { OFFERS } from '../../support/smtp-sink.ts'

export const without = (...words: string[]) =>
  OFFERS.filter(offer => !words.some(word => offer.startsWith(word)))
export const commands = (said: string[]) => said.map(line => line.split(/[ :]/, 1).join())
export const facts = ({ outcome, stage, enhanced, about }: RelayVerdict) => [
  outcome,
  stage,
  enhanced,
  about,
]
