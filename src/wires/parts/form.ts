/** Bodies of forms: fields and files, of a bounded number of parts. */
import { ApiProblem } from '../../actions/problem.ts'

export interface FormFile {
  field: string
  name: string
  type: string
  /** Base64. */
  content: string
}

export interface WireForm {
  fields: [name: string, value: string][]
  files: FormFile[]
}

/** More than an email has recipients, headers and files together. */
const MOST_PARTS = 500
/** Of a content type. */
const LONGEST_TYPE = 200
const LONGEST_BOUNDARY = 70

/** `type`: the content type. Refuses a body that is no form, and one of too many parts. */
export async function formIn(bytes: Buffer, type: string): Promise<WireForm> {
  const [kind, ...parameters] = type.slice(0, LONGEST_TYPE).split(';')
  if (kind!.trim().toLowerCase() === 'application/x-www-form-urlencoded') {
    demandFew(bytes, '&')
    return { fields: [...new URLSearchParams(bytes.toString('utf8'))], files: [] }
  }
  const boundary = boundaryIn(parameters)
  if (boundary === '' || kind!.trim().toLowerCase() !== 'multipart/form-data') throw notAForm()
  demandFew(bytes, `--${boundary}`)
  const form: WireForm = { fields: [], files: [] }
  for (const [field, value] of await parsed(bytes, `multipart/form-data; boundary="${boundary}"`))
    if (typeof value === 'string') form.fields.push([field, value])
    else
      form.files.push({
        field,
        name: value.name,
        type: value.type,
        content: Buffer.from(await value.arrayBuffer()).toString('base64'),
      })
  return form
}

/** Empty: there is none that a form may have. */
function boundaryIn(parameters: readonly string[]): string {
  const found = parameters.map(one => one.trim()).find(one => /^boundary=/i.test(one)) ?? ''
  const value = found.slice('boundary='.length).replaceAll('"', '')
  return value.length <= LONGEST_BOUNDARY ? value : ''
}

const notAForm = () => new ApiProblem('not-valid', { detail: 'The body is no form.' })

async function parsed(bytes: Buffer, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), {
      headers: { 'Content-Type': type },
    }).formData()
  } catch {
    throw notAForm()
  }
}

/** Before it is parsed: each part takes memory of its own. */
function demandFew(bytes: Buffer, separator: string): void {
  let parts = 0
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, at + 1))
    if (++parts > MOST_PARTS)
      throw new ApiProblem('not-valid', { detail: `A form has at most ${MOST_PARTS} values.` })
}
