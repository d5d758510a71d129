/** Which program this is: its version, and the commit that it was made from. */
import { readFileSync } from 'node:fs'

/** Two folders up, both from src/lib and from dist/lib. */
const ROOT = new URL('../../', import.meta.url)

export const programVersion = (): string =>
  JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')).version

/** Of a checkout, or as scripts/build.ts wrote it into dist/; `unknown` where neither tells. */
export function programCommit(): string {
  const built = !import.meta.url.endsWith('.ts')
  return (built ? read('dist/commit') : checkedOut()) ?? 'unknown'
}

/**
 * gitrepository-layout(5): HEAD names a branch, whose commit stands in a file of its own or in
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
