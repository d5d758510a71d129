/** Values of an option that are written as JSON. */
import { InvalidArgumentError } from 'commander'

export const jsonOption =
  (example: string) =>
  (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      throw new InvalidArgumentError(`Write it as JSON: ${example}.`)
    }
  }
