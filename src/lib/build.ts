/** The version of the program and the commit it was built from. */
import { readFileSync } from 'node:fs'

/** Two folders up from both src/lib and dist/lib. */
const ROOT = new URL('../../', import.meta.url)

export const programVersion = (): string =>
  JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version

/** Of a checkout, or as written to dist/ by scripts/build.ts; `unknown` if neither exists. */
export function programCommit(): string {
  const built = !import.meta.url.endsWith('.ts')
  return (built ? read('dist/commit') : checkedOut()) ?? 'unknown'
}

/**
 * gitrepository-layout(5): HEAD names a branch, whose commit is in a file of its own or in
 * packed-refs.
 */
function checkedOut(): string | undefined {
  const head = read('.git/HEAD')
  const [, ref] = /^ref: (refs\/\S{1,200})$/.exec(head ?? '') ?? []
  if (ref === undefined) return shortened(head)
  const packed = read('.git/packed-refs')?.split('\n')
  return shortened(read(`.git/${ref}`) ?? packed?.find(line => line.endsWith(` ${ref}`)))
}

const shortened = (line: string | undefined): string | undefined =>
  /^[0-9a-f]{12}/.exec(line ?? '')?.[0]

function read(path: string): string | undefined {
  try {
    return readFileSync(new URL(path, ROOT), 'utf8').trim()
  } catch {
    return undefined
  }
}
