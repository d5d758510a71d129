/**
 * `node scripts/check-subjects.ts [COMMIT]`: fails when the subject of a commit after COMMIT is too
 * long. Passes with a note if the history does not contain COMMIT, as in a shallow clone.
 */
import { spawnSync } from 'node:child_process'

/** The last commit with a longer subject: the rule applies after it. */
const RULE_SINCE = '03c84c22f765b5c03e77c4739f5248609c0943fc'

/** In characters. The width of `git log --oneline` on a terminal of 80 columns. */
const MAX_LENGTH = 72

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

const since = process.argv[2] ?? RULE_SINCE
const log = git('log', '--no-merges', '--format=%h %s', `${since}..HEAD`)

/** Of a line "HASH SUBJECT", in code points. */
const lengthOf = (line: string): number => [...line.slice(line.indexOf(' ') + 1)].length

if (log === undefined) {
  console.log(`Subjects of commits are not checked: commit ${since} is not in this history.`)
} else {
  const tooLong = log.split('\n').filter(line => lengthOf(line) > MAX_LENGTH)
  if (tooLong.length > 0) {
    console.error(`Subjects of commits have at most ${MAX_LENGTH} characters. Longer:`)
    for (const line of tooLong) console.error(`  ${line}`)
    process.exitCode = 1
  }
}
