/**
 * ISO-2022-JP (RFC 1468), which iconv-lite lacks: switches between ASCII and JIS X 0208. The
 * characters come from iconv-lite's table of EUC-JP, whose two-byte codes are those of JIS X 0208
 * with the high bits set.
 */
import iconv from 'iconv-lite'

const TO_ASCII = [0x1b, 0x28, 0x42]
const TO_KANJI = [0x1b, 0x24, 0x42]

/**
 * Decoders disagree on these codes (wave dash or full-width tilde, and the like): text with them is
 * sent in UTF-8.
 */
const DISPUTED =
  /[\uff3c\uff5e\u301c\u2225\u2016\uff0d\u2212\uffe0\u00a2\uffe1\u00a3\uffe2\u00ac\u2014\u2015]/

/** Encodes text, ending in ASCII so that results can be joined; undefined if it does not fit. */
export function encodeIso2022Jp(text: string): Buffer | undefined {
  if (DISPUTED.test(text)) return undefined
  const bytes: number[] = []
  let kanji = false
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) {
      // SO, SI and ESC switch charsets, so they are not valid in text.
      if (code === 0x0e || code === 0x0f || code === 0x1b) return undefined
      if (kanji) bytes.push(...TO_ASCII)
      kanji = false
      bytes.push(code)
      continue
    }
    const pair = kanjiOf(character)
    if (pair === 0) return undefined
    if (!kanji) bytes.push(...TO_KANJI)
    kanji = true
    bytes.push(pair >> 8, pair & 0xff)
  }
  if (kanji) bytes.push(...TO_ASCII)
  return Buffer.from(bytes)
}

const found = new Map<string, number>()

/** The two bytes of a character, or 0. */
function kanjiOf(character: string): number {
  let pair = found.get(character)
  if (pair === undefined) {
    const [high = 0, low = 0, more] = iconv.encode(character, 'eucjp')
    const row = high - 0xa0
    // Rows 1 to 8 and 16 to 84 are standard; the rest are vendor extensions. Half-width kana and
    // JIS X 0212 have codes of their own.
    const standard =
      ((row >= 1 && row <= 8) || (row >= 16 && row <= 84)) && low >= 0xa1 && more === undefined
    pair = standard ? ((high & 0x7f) << 8) | (low & 0x7f) : 0
    if (found.size < 20_000) found.set(character, pair)
  }
  return pair
}
