/** Changing one value in the text of a trigger; everything else stays byte for byte. */

/** What YAML would read as something else, or not as it is, is quoted. */
function written(value: string, wasQuoted: boolean): string {
  const plain =
    !wasQuoted &&
    value !== '' &&
    value === value.trim() &&
    !/^[-?:#&*!|>'"%@`]/.test(value) &&
    !/: |:$| #|[[\]{},\p{C}\p{Zl}\p{Zp}]/u.test(value)
  return plain ? value : JSON.stringify(value)
}

/** `from` and `to` of the outline of this very text. */
export const withText = (
  source: string,
  { from, to }: { from: number; to: number },
  value: string,
): string => {
  const before = source.slice(0, from)
  // After a key without a value there may be no blank.
  const gap = from === to && before.endsWith(':') ? ' ' : ''
  return before + gap + written(value, /^["']/.test(source.slice(from, to))) + source.slice(to)
}
