/** Percent-encoding of strangers (RFC 3986, section 2.1). */

/** The text decoded; as it is, if a percent sign in it begins no character. */
export function percentDecoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
