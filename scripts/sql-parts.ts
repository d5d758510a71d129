/**
 * Text shared by several queries of a `.sql` file: defined once, before the first query, after `--
 * part: name`, and inserted at `:PART.name`. A part may use earlier ones.
 */

/** Inserts the parts of a `.sql` file. Throws for an undefined one. */
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
