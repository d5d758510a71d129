/**
 * Checks that every regular expression of src/ runs in linear time: proven by recheck, or by hand
 * in expressions/exceptions.ts. Fails for an unproven one, and for an exception whose expression no
 * longer exists. The first run takes a minute or two, later ones seconds.
 */
import { exceptions, nameOf } from './expressions/exceptions.ts'
import { type FoundExpression, findExpressions } from './expressions/find-expressions.ts'
import { unproven } from './expressions/prove.ts'

const found = await findExpressions()
const unused = new Set(exceptions)
const isException = ({ file, source }: FoundExpression): boolean => {
  const exception = exceptions.find(one => one.file === file && one.expression === nameOf(source))
  if (exception) unused.delete(exception)
  return exception !== undefined
}
const left = found.filter(one => !isException(one))
const checked = left.filter(
  (one): one is FoundExpression & { flags: string } => one.flags !== undefined,
)
const problems = await unproven(checked)
for (const one of left)
  if (one.flags === undefined) problems.set(one as never, 'made at run time: not checked')
for (const [{ file, line, source, flags = '' }, problem] of problems)
  console.error(`${file}:${line}: /${nameOf(source)}/${flags}\n  ${problem}`)
for (const { file, expression } of unused)
  console.error(`No such expression any more: ${file}: ${expression}`)
console.log(
  `${found.length} expressions, ${exceptions.length} proven by hand, ${problems.size} not proven.`,
)
process.exit(problems.size + unused.size === 0 ? 0 : 1)
