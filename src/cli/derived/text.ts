/** Texts of answers that several commands share. */

/** The values of an answer, one a line: `From email:   news@example.com`. */
export function factsOf(answer: object, { print }: { print(line: string): void }): void {
  const facts = Object.entries(answer).filter(([, value]) => value !== null)
  const width = Math.max(...facts.map(([name]) => name.length)) + 3
  for (const [name, value] of facts) print(`${`${name}:`.padEnd(width)}${value}`.trimEnd())
}
