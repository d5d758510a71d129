/**
 * Text that several queries of a `.sql` file have in common: it stands once, before the first
 * query, under
 * `-- part: name`, and goes in where they say `:PART.name`. A part may name those before it.
 */

/** A `.sql` file with its parts put in. Throws for one that is not there. */
export function withParts(file: string): string {
  const [head = '', ...queries] = file.split(/^(?=-- name:)/m)
  const [start, ...drafts] = head.split(/^-- part:/m)
  const parts = new Map<string, string>()
  const putIn = (text: string) =>
    text.replace(/:PART\.(\w+)/g, (_, name: string) => {
      const part = parts.get(name)
      if (part === undefined) throw new Error(`there is no part ${name}`)
      return part
    })
  for (const draft of drafts) {
    const [name, ...lines] = draft.split('\n')
    const body = lines.filter(line => !line.startsWith('--')).join('\n')
    parts.set(name!.trim(), putIn(body).trim())
  }
  return [start, ...queries.map(putIn)].join('')
}
